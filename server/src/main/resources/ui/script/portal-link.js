// The link: its code is in the fragment, which no server and no log sees, and which is taken out of
// the address before anything else happens. The link's id stays: it says in whose frame this is.
const enter = document.getElementById('enter');
if (enter && location.hash.length > 1) {
  enter.elements.code.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname + location.search);
  enter.submit();
} else if (enter) {
  location.replace('/portal/expired?why=missing&link=' + encodeURIComponent(enter.elements.link.value));
}

// In a frame: tell the page around it how high we are. Only pages that may show us are told.
const origins = (document.documentElement.dataset.origins || '').split(' ').filter(Boolean);
if (parent !== window && origins.length > 0) {
  const tell = () => origins.forEach(origin => parent.postMessage(
    { type: 'waybill:height', height: document.documentElement.scrollHeight }, origin));
  new ResizeObserver(tell).observe(document.body);
}
