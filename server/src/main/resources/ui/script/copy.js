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
