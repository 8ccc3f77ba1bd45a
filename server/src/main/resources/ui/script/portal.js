// The portal. The order matters where two modules listen to the same event.
import './portal-link.js';
import './frame-height.js';
import './notice.js';
import './copy.js';
import './forms.js';
import './unsaved.js';
import './secrets.js';
import './dialogs.js';
import './named.js';
import './live.js';
import './times.js';

// What runs on a timer can be called by name.
export { refresh } from './live.js';
export { age } from './times.js';
