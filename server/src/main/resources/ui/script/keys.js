// Keyboard shortcuts: not while somebody types, and not if they are switched off.
import { all } from './dom.js';

let prefix = '';
export const keysOff = () => document.documentElement.dataset.keys === 'off';
document.addEventListener('keydown', event => {
  if (keysOff() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input,textarea,select,dialog[open]')) return;
  if (event.key === '/') {
    const search = document.querySelector('input[type="search"]');
    if (search) { event.preventDefault(); search.focus(); }
    return;
  }
  if (event.key === '?') {
    event.preventDefault();
    document.getElementById('help')?.showModal();
    return;
  }
  if (prefix) {
    const link = document.querySelector(`[data-keys="${CSS.escape(prefix)} ${CSS.escape(event.key)}"]`);
    prefix = '';
    if (link) { event.preventDefault(); link.click(); }
    return;
  }
  if (event.key === 'g') { prefix = 'g'; setTimeout(() => { prefix = ''; }, 1200); return; }
  if (event.key !== 'j' && event.key !== 'k') return;
  const rows = all('tr[data-id] a.row-link');
  if (rows.length === 0) return;
  const at = rows.indexOf(document.activeElement);
  rows[Math.max(0, Math.min(rows.length - 1, at + (event.key === 'j' ? 1 : -1)))].focus();
});
