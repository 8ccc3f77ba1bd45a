// Live regions are fetched again and replaced, unless the reader is using them. Rows of a list do not
// move: the list only says how many are new. The reader chooses the interval, and the browser keeps
// it.
import { all, say } from './dom.js';
import { renewed } from './renewed.js';

const away = () => document.hidden || document.querySelector('dialog[open]') || !getSelection().isCollapsed;
const held = ':active, tr:hover, tr:focus-within, :is(input, select, textarea):focus, details[open], input:checked';
const isList = region => region.dataset.liveRows !== undefined;
// In a list each row is checked separately.
const busy = region => away() || (!isList(region) && region.querySelector(held));
const pace = document.getElementById('live-pace');
const keep = {
  get() { try { return localStorage.getItem('waybill-live') || ''; } catch { return ''; } },
  set(value) { try { localStorage.setItem('waybill-live', value); } catch { /* Kept for this page. */ } },
};
export async function refresh(region) {
  if (busy(region)) return;
  const slow = setTimeout(() => region.setAttribute('aria-busy', 'true'), 200);
  try {
    const next = (await fetched()).getElementById(region.id);
    document.getElementById('stale')?.remove();
    if (!next || busy(region)) return;
    if (isList(region)) renewRows(region, next);
    else if (next.innerHTML !== region.dataset.last) renew(region, next);
  } catch (problem) {
    showStale(region, problem);
  } finally {
    clearTimeout(slow);
    region.removeAttribute('aria-busy');
  }
}
// By the page's own address: the answer to a form has the form's address, where there may be no page.
async function fetched() {
  const answer = await fetch(document.documentElement.dataset.here, { headers: { Accept: 'text/html' }, redirect: 'error' });
  if (!answer.ok) {
    throw Object.assign(new Error(`the service answered ${answer.status}`), { request: answer.headers.get('Request-Id') });
  }
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}
function renew(region, next) {
  const focused = region.contains(document.activeElement) ? document.activeElement : null;
  region.dataset.last = next.innerHTML;
  region.replaceChildren(...next.childNodes);
  renewed(region);
  if (focused) twin(region, focused)?.focus({ preventScroll: true });
  if (next.dataset.live === undefined) { delete region.dataset.live; showPace(); }
}
// The element that replaces this link or button, so that the keyboard focus stays.
function twin(region, one) {
  const name = other => (other.getAttribute('aria-label') || other.textContent).trim();
  return all(one.tagName, region).find(other => name(other) === name(one));
}
// The region stays. A line says once that it is out of date, with a button that tries again.
function showStale(region, problem) {
  if (document.getElementById('stale')) return;
  const line = document.createElement('p');
  line.id = 'stale';
  line.className = 'problem';
  line.setAttribute('role', 'status');
  const why = problem.message.startsWith('the service') ? problem.message : 'the service cannot be reached, or you are signed out';
  const request = problem.request ? ` (request ${problem.request})` : '';
  line.append(`Not updated since ${new Date().toLocaleTimeString()}: ${why}${request}. `);
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'button';
  again.textContent = 'Retry';
  again.addEventListener('click', () => { line.remove(); all('[data-live]').forEach(refresh); });
  line.append(again);
  region.before(line);
}
// Rows on the page are updated in their places; of new ones only the number is shown.
function renewRows(region, next) {
  const shown = new Map(all('tr[data-id]', region).map(row => [row.dataset.id, row]));
  let fresh = 0;
  for (const row of all('tr[data-id]', next)) {
    const known = shown.get(row.dataset.id);
    if (!known) fresh += 1;
    else if (!known.matches(':hover, :focus-within') && !known.querySelector('input:checked')) renewCells(known, row);
  }
  if (fresh > 0) showFresh(region, next, fresh, shown.size);
}
function renewCells(known, row) {
  [...row.cells].forEach((cell, at) => {
    const old = known.cells[at];
    if (!old || matter(old) === matter(cell)) return;
    old.replaceWith(cell);
    renewed(cell);
  });
}
// The content of a cell, with times as dates: their texts change without the cell changing.
function matter(cell) {
  const copy = cell.cloneNode(true);
  all('time', copy).forEach(time => time.replaceWith(time.dateTime));
  return copy.innerHTML;
}
// An empty list may have no place for the number: the new page has one.
function showFresh(region, next, fresh, shown) {
  let link = document.getElementById('fresh');
  if (!link) {
    link = next.querySelector('#fresh');
    if (!link) return;
    region.prepend(link);
  }
  link.textContent = fresh + (fresh === shown ? '+' : '') + ' new: show';
  link.hidden = false;
}
function showPace() {
  if (pace) pace.closest('label').hidden = document.querySelector('[data-live]') === null;
}
const chosen = () => pace && pace.value;
if (pace) {
  pace.value = keep.get();
  if (pace.selectedIndex < 0) pace.value = '';
  pace.addEventListener('change', () => {
    keep.set(pace.value);
    say(pace.value === 'off' ? 'Paused' : 'Live');
  });
}
showPace();
all('[data-live]').forEach(region => {
  let waited = 0;
  const timer = setInterval(() => {
    if (region.dataset.live === undefined) { clearInterval(timer); return; }
    waited += 1;
    if (chosen() === 'off' || waited < Number(chosen() || region.dataset.live || 5)) return;
    waited = 0;
    refresh(region);
  }, 1000);
});
