import { ownPath } from '../contract/own-path';
import type { Page, Route } from './route';

const MAX_LENGTH = 2_000;

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * Where a sign-in may lead: a page, its address resolved as browsers do. A call could sign in another account, and so
 * could a page whose address has a token.
 */
export function createReturnPath(routes: () => readonly (Route | Page)[]): (path: unknown) => string {
  let patterns: RegExp[] | null = null;
  const pagePatterns = () => {
    patterns ??= routes().flatMap((route) =>
      route.kind === 'page' && !route.options.secret ? [patternOf(route.path)] : [],
    );
    return patterns;
  };
  return (path) => {
    const own = ownPath(path);
    if (own.length > MAX_LENGTH) return '/';
    const { pathname, search, hash } = new URL(own, 'http://localhost');
    const shown = decoded(pathname);
    const isPage =
      shown !== null && !shown.endsWith('.json') && pagePatterns().some((page) => page.test(shown));
    return isPage ? ownPath(pathname + search + hash) : '/';
  };
}
