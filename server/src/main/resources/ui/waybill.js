'use strict';
// Everything here is comfort: without it the pages can be read and their forms sent.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const say = text => { document.getElementById('said')?.replaceChildren(text); };

// The sign-in link: its code is in the fragment, which no server and no log sees.
const setup = document.getElementById('setup');
if (setup && location.hash.length > 1) {
  setup.elements.code.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  setup.submit();
} else if (setup) {
  location.replace('/ui/login');
}

// Copying. Outside of HTTPS and this machine browsers have no clipboard for us: select and tell.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error('not copied');
}
async function textOf(button) {
  if (button.dataset.copy) return button.dataset.copy;
  // Byte for byte as it was sent, which a page's text is not.
  const answer = await fetch(button.dataset.copyFrom);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}
document.addEventListener('click', async event => {
  const button = event.target.closest('[data-copy],[data-copy-from]');
  if (!button) return;
  try {
    await copy(await textOf(button));
    say('Copied');
    button.dataset.was ??= button.title;
    button.title = 'Copied';
  } catch { say('Not copied'); }
});
const showCopies = root => all('[data-copy],[data-copy-from]', root).forEach(one => { one.hidden = false; });
showCopies(document);

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
  select.addEventListener('change', () => select.form.requestSubmit()));

// Dialogs.
document.addEventListener('click', event => {
  const opener = event.target.closest('[data-dialog]');
  if (opener) {
    event.preventDefault();
    document.getElementById(opener.dataset.dialog)?.showModal();
  }
  if (event.target.closest('[data-close]')) event.target.closest('dialog')?.close();
});

// What is live is fetched again and put in its place; never under a reader's hands, and never so
// that rows move: a list only tells that there is more.
const busy = region => document.hidden || document.querySelector('dialog[open]')
  || region.contains(document.activeElement) || region.querySelector('details[open]')
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

// Times grow older while one looks at them.
const span = seconds => seconds < 60 ? `${seconds} s`
  : seconds < 3600 ? `${Math.floor(seconds / 60)} min`
  : seconds < 86400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} d`;
setInterval(() => {
  if (document.hidden) return;
  all('time[datetime]').forEach(time => {
    const seconds = Math.round((Date.now() - Date.parse(time.dateTime)) / 1000);
    if (Math.abs(seconds) < 600 && !time.hasAttribute('data-fixed'))
      time.textContent = seconds < 0 ? `in ${span(-seconds)}` : `${span(seconds)} ago`;
  });
}, 10000);

// Keys: only where nobody is typing.
let prefix = '';
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input,textarea,select,dialog[open]')) return;
  if (event.key === '/') {
    const search = document.querySelector('input[type="search"]');
    if (search) { event.preventDefault(); search.focus(); }
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
