// Relative times are updated, and awaited ones count down. With local times chosen, dates are shown
// in the browser's time zone instead of UTC.
import { all } from './dom.js';

// As the pages format spans, up to ten minutes: longer ones are not updated.
function span(seconds) {
  const rest = seconds % 60 === 0 ? '' : ` ${seconds % 60} s`;
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min${rest}`;
}
export function age(time) {
  const seconds = Math.round((Date.now() - Date.parse(time.dateTime)) / 1000);
  if (Math.abs(seconds) >= 600 || time.hasAttribute('data-fixed')) return;
  const past = time.hasAttribute('data-next') ? 'due' : seconds === 0 ? 'now' : `${span(seconds)} ago`;
  time.textContent = seconds < 0 ? `in ${span(-seconds)}` : past;
}
setInterval(() => { if (!document.hidden) all('time[datetime]').forEach(age); }, 10000);
setInterval(() => { if (!document.hidden) all('time[data-countdown]').forEach(age); }, 1000);

const here = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric',
  hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'shortOffset' });
export function localTimes(root) {
  if (document.documentElement.dataset.times !== 'local') return;
  all('time[datetime]', root).forEach(time => {
    const text = here.format(new Date(time.dateTime));
    if (time.hasAttribute('data-fixed')) time.textContent = text; else time.title = text;
  });
}
localTimes(document);
