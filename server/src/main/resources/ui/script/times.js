// Times grow older while one looks at them; what is awaited counts down.
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
