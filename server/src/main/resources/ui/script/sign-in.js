// The sign-in link: its code is in the fragment, which no server and no log sees.
const setup = document.getElementById('setup');
if (setup && location.hash.length > 1) {
  setup.elements.code.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  setup.submit();
} else if (setup) {
  location.replace('/ui/login');
}
