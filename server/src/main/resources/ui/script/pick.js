// Choosing rows: their number, all of the page at once, and `x` for the row in focus.
import { all, say } from './dom.js';
import { keysOff } from './keys.js';

const picks = () => all('input[data-pick]');
const pickAll = document.querySelector('[data-pick-all]');
function countPicked() {
  const picked = picks().filter(box => box.checked).length;
  pickAll.checked = picked > 0 && picked === picks().length;
  pickAll.indeterminate = picked > 0 && !pickAll.checked;
  all('[data-for-picked]').forEach(button => { button.disabled = picked === 0; });
  const count = document.querySelector('[data-picked]');
  count.textContent = picked === 0 ? 'Choose deliveries to replay' : `${picked} chosen`;
  return count.textContent;
}
if (pickAll) {
  pickAll.closest('label').hidden = false;
  pickAll.addEventListener('change', () => picks().forEach(box => { box.checked = pickAll.checked; }));
  document.addEventListener('change', event => {
    if (event.target.matches('[data-pick], [data-pick-all]')) say(countPicked());
  });
  document.addEventListener('keydown', event => {
    if (keysOff() || event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches('input:not([type="checkbox"]), textarea, select')) return;
    event.target.closest('tr[data-id]')?.querySelector('input[data-pick]')?.click();
  });
  addEventListener('pageshow', countPicked);
}
