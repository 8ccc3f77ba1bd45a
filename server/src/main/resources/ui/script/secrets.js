import { showCopies } from './copy.js';
import { all } from './dom.js';

// A form whose answer replaces one element of this page instead of the page.
document.addEventListener('submit', async event => {
  const form = event.target;
  const place = form.dataset.into && document.getElementById(form.dataset.into);
  if (!place || event.defaultPrevented) return;
  event.preventDefault();
  const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
    .catch(() => null);
  if (!answer || !answer.ok) { delete form.dataset.into; form.submit(); return; }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.getElementById(form.dataset.into);
  if (!next) { location.assign(answer.url); return; }
  place.replaceWith(next);
  showCopies(next);
  hideLater(next);
});

// A revealed secret is hidden again after 30 s, and when the window loses the focus. A new secret
// stays: it is shown once.
function hideSecrets() {
  all('[data-secret="shown"]').forEach(secret => {
    if (secret.closest('#secret').querySelector('.secret-note')) return;
    secret.textContent = secret.dataset.mask;
    secret.dataset.secret = 'hidden';
    secret.parentElement.querySelector('.copy')?.remove();
    all('[data-reveal]').forEach(form => { form.hidden = false; });
  });
}
const hideLater = root => { if (root.querySelector('[data-secret="shown"]')) setTimeout(hideSecrets, 30000); };
hideLater(document);
addEventListener('blur', hideSecrets);
document.addEventListener('visibilitychange', () => { if (document.hidden) hideSecrets(); });
