// Times grow older while one looks at them.
const span = seconds => seconds < 60 ? `${seconds} s`
  : seconds < 3600 ? `${Math.floor(seconds / 60)} min`
  : seconds < 86400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} d`;
setInterval(() => {
  if (document.hidden) return;
  all('time[datetime]').forEach(time => {
    const seconds = Math.round((Date.now() - Date.parse(time.dateTime)) / 1000);
    if (Math.abs(seconds) < 600 && !time.hasAttribute('data-fixed'))
      time.textContent = seconds < 0 ? `in ${span(-seconds)}` : `${span(seconds)} ago`;
  });
}, 10000);
