// Times grow older while one looks at them; what is awaited counts down. Whoever wants to see times
// of their own place gets them where the page says UTC.
const span = seconds => seconds < 60 ? `${seconds} s`
  : seconds < 3600 ? `${Math.floor(seconds / 60)} min`
  : seconds < 86400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} d`;
function age(time) {
  const seconds = Math.round((Date.now() - Date.parse(time.dateTime)) / 1000);
  if (Math.abs(seconds) < 600 && !time.hasAttribute('data-fixed'))
    time.textContent = seconds === 0 ? 'now' : seconds < 0 ? `in ${span(-seconds)}` : `${span(seconds)} ago`;
}
setInterval(() => { if (!document.hidden) all('time[datetime]').forEach(age); }, 10000);
setInterval(() => { if (!document.hidden) all('time[data-countdown]').forEach(age); }, 1000);

const here = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric',
  hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'shortOffset' });
function localTimes(root) {
  if (document.documentElement.dataset.times !== 'local') return;
  all('time[datetime]', root).forEach(time => {
    const text = here.format(new Date(time.dateTime));
    if (time.hasAttribute('data-fixed')) time.textContent = text; else time.title = text;
  });
}
localTimes(document);
// What has to be done with everything that comes into the page later.
function renewed(root) { showCopies(root); localTimes(root); }
