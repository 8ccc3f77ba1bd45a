// What is live is fetched again and put in its place; never under a reader's hands, and never so
// that rows move: a list only tells that there is more.
const busy = region => document.hidden || document.querySelector('dialog[open]')
  || region.contains(document.activeElement) || region.querySelector('details[open], input:checked')
  || !getSelection().isCollapsed;
async function refresh(region) {
  if (busy(region)) return;
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, redirect: 'error' });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.getElementById(region.id);
  if (!next || busy(region)) return;
  if (region.dataset.liveRows !== undefined) tellNew(region, next);
  else if (next.innerHTML !== region.dataset.last) {
    region.dataset.last = next.innerHTML;
    region.replaceChildren(...next.childNodes);
    showCopies(region);
    if (next.dataset.live === undefined) delete region.dataset.live;
  }
}
function tellNew(region, next) {
  const known = new Set(all('tr[data-id]', region).map(row => row.dataset.id));
  const fresh = all('tr[data-id]', next).filter(row => !known.has(row.dataset.id)).length;
  const link = document.getElementById('fresh');
  if (!link || fresh === 0) return;
  link.hidden = false;
  link.textContent = fresh + (fresh === known.size ? '+' : '') + ' new: show';
}
all('[data-live]').forEach(region => {
  const timer = setInterval(() => {
    if (region.dataset.live === undefined) clearInterval(timer);
    else refresh(region).catch(() => {});
  }, 1000 * Number(region.dataset.live || 5));
});
