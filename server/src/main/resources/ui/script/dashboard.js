// The dashboard. The order matters where two modules listen to the same event.
import './sign-in.js';
import './notice.js';
import './copy.js';
import './forms.js';
import './unsaved.js';
import './secrets.js';
import './dialogs.js';
import './named.js';
import './live.js';
import './progress.js';
import './pick.js';
import './times.js';
import './keys.js';

// What runs on a timer can be called by name.
export { refresh } from './live.js';
export { age } from './times.js';
