import { endpoint } from '../contract/endpoint';
import { island } from '../contract/island';

/** Toasts, on every page. */
export const alerts = island('alerts');
/** Every component in every state, at /dev/components. */
export const components = island('components');

/** What a browser that installs the site asks for. */
export const webManifest = endpoint<object>()('GET /site.webmanifest');

/** The account's menu, on every page. */
export const userMenu = island<{
  user: { name: string; email: string; kind: 'buyer' | 'seller' | 'staff' } | null;
}>('user-menu');
/** The header's live elements as Turbo Stream actions: what was missed while the connection was lost. */
export const headerBadges = endpoint<{ actions: string }>()('GET /header/badges');

/** Staff's second bar, on every page of theirs; the alternate one for staff with `alternate_routes`. */
export const topNav = island<{ path: string; links: 'usual' | 'alternate' }>('top-nav');
export const topNavAlternate = island<{ path: string; links: 'usual' | 'alternate' }>('top-nav-alternate');
