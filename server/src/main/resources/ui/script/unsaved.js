// What was typed is not lost by a slip of the hand.
all('form[data-unsaved]').forEach(form => {
  let changed = form.querySelector('[aria-invalid]') !== null;
  form.addEventListener('input', () => { changed = true; });
  form.addEventListener('submit', () => { changed = false; });
  addEventListener('beforeunload', event => { if (changed) event.preventDefault(); });
});
