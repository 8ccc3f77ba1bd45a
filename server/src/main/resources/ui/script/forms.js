// A form is sent once, however often it is clicked.
document.addEventListener('submit', event => {
  const form = event.target;
  if (form.dataset.sent) { event.preventDefault(); return; }
  if (form.method === 'post') {
    form.dataset.sent = 'yes';
    setTimeout(() => { delete form.dataset.sent; }, 4000);
  }
});
addEventListener('pageshow', () => all('form[data-sent]').forEach(form => delete form.dataset.sent));

// Filters that were left empty stay out of the address.
all('form.filters').forEach(form => form.addEventListener('formdata', event => {
  for (const [name, value] of [...event.formData]) if (!value) event.formData.delete(name);
}));
all('form.filters select').forEach(select =>
  select.addEventListener('change', () => {
    // Whoever chooses a range no longer means the times that are named.
    if (select.name === 'range') ['since', 'until'].forEach(name => { select.form.elements[name].value = ''; });
    select.form.requestSubmit();
  }));
