package dev.waybill.browser;

import java.util.List;

/// Checks requirements of every page that [Axe] does not check.
final class Posture {

    private static final String LOOK =
            """
            () => {
              const all = selector => [...document.querySelectorAll(selector)];
              const faults = [];
              const width = document.documentElement.clientWidth;
              if (document.documentElement.scrollWidth > width) {
                // What a box scrolls by itself is not to blame.
                const kept = one => one.parentElement !== null
                  && (getComputedStyle(one.parentElement).overflowX !== 'visible'
                    || kept(one.parentElement));
                const wide = all('body *')
                  .filter(one => one.getBoundingClientRect().right > width + 1 && !kept(one))
                  .slice(0, 6).map(one => one.outerHTML.slice(0, 120));
                faults.push(`scrolls sideways at ${width}: ${wide}`);
              }
              const heads = all('h1').length;
              if (heads !== 1) faults.push(`has ${heads} h1`);
              if (!/. · ./.test(document.title)) faults.push(`title: ${document.title}`);
              all('time').filter(time => !Date.parse(time.dateTime))
                .forEach(time => faults.push('no datetime: ' + time.outerHTML));
              const ids = all('[id]').map(one => one.id);
              ids.filter((id, at) => ids.indexOf(id) !== at)
                .forEach(id => faults.push('twice: id ' + id));
              if ('harmed' in window) faults.push('ran what strangers wrote');
              return faults;
            }
            """;

    private Posture() {}

    static List<String> faults(Tab tab) {
        return tab.strings(LOOK);
    }
}
