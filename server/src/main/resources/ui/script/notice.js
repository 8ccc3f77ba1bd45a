// What was done is told once: not again after a reload, and not to whom the address is sent.
const told = new URL(location.href);
if (told.searchParams.has('done')) {
  told.searchParams.delete('done');
  history.replaceState(null, '', told);
}
