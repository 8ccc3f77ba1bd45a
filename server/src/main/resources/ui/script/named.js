// Opens the attempt that the address names.
function openNamed() {
  const details = /^#attempt-[0-9]+$/.test(location.hash) && document.querySelector(`${location.hash} details`);
  if (details) details.open = true;
}
openNamed();
addEventListener('hashchange', openNamed);
