import type { Capability } from '../contract/capabilities';
import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';

export const alerts: Island = { id: 'alerts' };
export const components: Island = { id: 'components' };

export const webManifest = endpoint<object>()('GET /site.webmanifest');

export interface MenuUser {
  name: string;
  email: string;
  kind: 'buyer' | 'seller' | 'staff';
  image?: string | null;
  capabilities: readonly Capability[] | null;
}

/** `held`: a step is required first, such as the profile, and the other pages lead back to it. */
export const userMenu: Island<{ user: MenuUser | null; held?: boolean }> = { id: 'user-menu' };

/** Turbo Stream actions that replace the header's badges after a lost connection. */
export const headerBadges = endpoint<{ actions: string }>()('GET /header/badges');

/** `alternate` for staff with the feature `alternate_routes`. */
export const topNav: Island<{ path: string; links: 'usual' | 'alternate' }> = { id: 'top-nav' };
export const topNavAlternate: Island<{ path: string; links: 'usual' | 'alternate' }> = {
  id: 'top-nav-alternate',
};

/** OpenAPI 3.1, at `/api/openapi.json`. */
export const apiDocument = endpoint<undefined>()('GET /api/openapi');
