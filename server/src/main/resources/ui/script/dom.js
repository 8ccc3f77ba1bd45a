'use strict';
// Everything here is comfort: without it the pages can be read and their forms sent.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const say = text => { document.getElementById('said')?.replaceChildren(text); };
