// Short names for what every module needs. The scripts only add comfort: without them the pages can
// be read and their forms can be sent.

export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// Announces a text to screen readers.
export const say = text => { document.getElementById('said')?.replaceChildren(text); };
