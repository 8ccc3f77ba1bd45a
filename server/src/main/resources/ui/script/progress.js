// Announces the progress at every quarter; more announcements would interrupt a screen reader.
import { all, say } from './dom.js';

all('[data-live]').forEach(region => {
  const find = () => region.querySelector('[data-progress]');
  const quarter = element => Math.floor(Number(element.dataset.progress) / 25);
  if (!find()) return;
  let said = quarter(find());
  new MutationObserver(() => {
    const now = find();
    if (!now || quarter(now) <= said) return;
    said = quarter(now);
    say(now.dataset.said);
  }).observe(region, { childList: true });
});
