// A notice is shown once: neither after a reload nor to somebody who receives the address.
const shown = new URL(location.href);
if (shown.searchParams.has('done')) {
  shown.searchParams.delete('done');
  history.replaceState(null, '', shown);
}
