// Asks before a page with unsaved changes is left.
import { all } from './dom.js';

all('form[data-unsaved]').forEach(form => {
  let changed = form.querySelector('[aria-invalid]') !== null;
  form.addEventListener('input', () => { changed = true; });
  form.addEventListener('submit', () => { changed = false; });
  addEventListener('beforeunload', event => { if (changed) event.preventDefault(); });
});
