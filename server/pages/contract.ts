import { endpoint } from '../contract/endpoint';
import { island } from '../contract/island';

export const alerts = island('alerts');
export const components = island('components');

export const webManifest = endpoint<object>()('GET /site.webmanifest');

export const userMenu = island<{
  user: { name: string; email: string; kind: 'buyer' | 'seller' | 'staff'; image?: string | null } | null;
  held?: boolean;
}>('user-menu');
/** Turbo Stream actions that replace the header's badges after a lost connection. */
export const headerBadges = endpoint<{ actions: string }>()('GET /header/badges');

/** `alternate` for staff with the feature `alternate_routes`. */
export const topNav = island<{ path: string; links: 'usual' | 'alternate' }>('top-nav');
export const topNavAlternate = island<{ path: string; links: 'usual' | 'alternate' }>('top-nav-alternate');
