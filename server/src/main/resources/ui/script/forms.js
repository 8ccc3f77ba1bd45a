import { all } from './dom.js';

// A form is sent once, even if it is clicked twice.
document.addEventListener('submit', event => {
  const form = event.target;
  if (form.dataset.sent) { event.preventDefault(); return; }
  if (form.method === 'post') {
    form.dataset.sent = 'yes';
    setTimeout(() => { delete form.dataset.sent; }, 4000);
  }
});
addEventListener('pageshow', () => all('form[data-sent]').forEach(form => delete form.dataset.sent));

// Empty filters stay out of the address.
all('form.filters').forEach(form => form.addEventListener('formdata', event => {
  for (const [name, value] of [...event.formData]) if (!value) event.formData.delete(name);
}));
all('form.filters select').forEach(select =>
  select.addEventListener('change', () => {
    // A range replaces the times that are named.
    if (select.name === 'range') ['since', 'until'].forEach(name => { select.form.elements[name].value = ''; });
    select.form.requestSubmit();
  }));
