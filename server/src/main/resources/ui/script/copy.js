// Copying. In a frame a page has no clipboard unless the page around it allows it, and no page has
// one outside of HTTPS and localhost: then the text is selected and copied.
import { all, say } from './dom.js';

async function copy(text) {
  try { return await navigator.clipboard.writeText(text); } catch { /* Select it instead. */ }
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  focused?.focus();
  if (!done) throw new Error('not copied');
}
async function textOf(button) {
  if (button.dataset.copy) return button.dataset.copy;
  // Byte for byte as it was sent; the text on a page is not.
  const answer = await fetch(button.dataset.copyFrom);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}
// For two seconds the button shows that the text was copied.
const CHECK = 'M2.5 8.5l3.5 3.7 7.5-8';
function tick(button) {
  if (button.dataset.copied) return;
  const icon = button.querySelector('.icon path');
  const was = { title: button.title, icon: icon?.getAttribute('d') };
  button.dataset.copied = 'yes';
  button.title = 'Copied';
  icon?.setAttribute('d', CHECK);
  setTimeout(() => {
    delete button.dataset.copied;
    button.title = was.title;
    icon?.setAttribute('d', was.icon);
  }, 2000);
}
document.addEventListener('click', async event => {
  const button = event.target.closest('[data-copy],[data-copy-from]');
  if (!button) return;
  try {
    await copy(await textOf(button));
    say('Copied');
    tick(button);
  } catch { say('Not copied'); }
});
// Shows the buttons, which are hidden on pages without scripts.
export const showCopies = root => all('[data-copy],[data-copy-from]', root).forEach(one => { one.hidden = false; });
showCopies(document);
