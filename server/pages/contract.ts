import { endpoint } from '../contract/endpoint';
import { island } from '../contract/island';

/** Toasts, on every page. */
export const alerts = island('alerts');
/** Every component in every state, at /dev/components. */
export const components = island('components');

/** What a browser that installs the site asks for. */
export const webManifest = endpoint<object>()('GET /site.webmanifest');
