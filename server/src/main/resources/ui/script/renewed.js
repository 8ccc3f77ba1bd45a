// Prepares elements that come into the page later, as the scripts prepared the page itself.
import { showCopies } from './copy.js';
import { localTimes } from './times.js';

export function renewed(root) { showCopies(root); localTimes(root); }
