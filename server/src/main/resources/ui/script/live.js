// What is live is fetched again and put in its place; never under a reader's hands, and never so
// that rows move: a list only tells that there is more. How often is the reader's choice, which the
// browser keeps.
const busy = region => document.hidden || document.querySelector('dialog[open]')
  || region.contains(document.activeElement) || region.querySelector('details[open], input:checked')
  || !getSelection().isCollapsed;
const pace = document.getElementById('live-pace');
const keep = {
  get() { try { return localStorage.getItem('waybill-live') || ''; } catch { return ''; } },
  set(value) { try { localStorage.setItem('waybill-live', value); } catch { /* Kept for this page. */ } },
};
async function refresh(region) {
  if (busy(region)) return;
  const slow = setTimeout(() => region.setAttribute('aria-busy', 'true'), 200);
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, redirect: 'error' });
    if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.getElementById(region.id);
    document.getElementById('stale')?.remove();
    if (!next || busy(region)) return;
    if (region.dataset.liveRows !== undefined) tellNew(region, next);
    else if (next.innerHTML !== region.dataset.last) {
      region.dataset.last = next.innerHTML;
      region.replaceChildren(...next.childNodes);
      renewed(region);
      if (next.dataset.live === undefined) { delete region.dataset.live; showPace(); }
    }
  } catch (problem) {
    tellStale(region, problem);
  } finally {
    clearTimeout(slow);
    region.removeAttribute('aria-busy');
  }
}
// What is shown stays; that it grows old is said, once, with a way to try again.
function tellStale(region, problem) {
  if (document.getElementById('stale')) return;
  const line = document.createElement('p');
  line.id = 'stale';
  line.className = 'problem';
  line.setAttribute('role', 'status');
  const why = problem.message.startsWith('the service') ? problem.message : 'the service cannot be reached, or you were signed out';
  line.append(`Not renewed since ${new Date().toLocaleTimeString()}: ${why}. What is shown is as it was then. `);
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'button';
  again.textContent = 'Retry';
  again.addEventListener('click', () => { line.remove(); refresh(region); });
  line.append(again);
  region.before(line);
}
function tellNew(region, next) {
  const known = new Set(all('tr[data-id]', region).map(row => row.dataset.id));
  const fresh = all('tr[data-id]', next).filter(row => !known.has(row.dataset.id)).length;
  const link = document.getElementById('fresh');
  if (!link || fresh === 0) return;
  link.hidden = false;
  link.textContent = fresh + (fresh === known.size ? '+' : '') + ' new: show';
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
