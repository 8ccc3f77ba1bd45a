// The portal link. Its code is in the fragment, which no server and no log sees, and which is removed
// from the address before anything else happens. The link's id stays: the server derives from it
// which pages may embed this one.
const enter = document.getElementById('enter');
if (enter && location.hash.length > 1) {
  enter.elements.code.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname + location.search);
  enter.submit();
} else if (enter) {
  location.replace('/portal/expired?why=missing&link=' + encodeURIComponent(enter.elements.link.value));
}
