import { pageValue, readTab, writeTab } from '../browser/store';
import type { Pages } from './listing';

interface SavedListing {
  pages: Pages | null;
  depth: number;
  scroll: number;
}

/** Previous listings by history entry. Survives Turbo visits; the scroll depths survive a reload. */
const listings = () => pageValue('listings', () => new Map<string, Pages>());
const MAX_LISTINGS = 20;
const KEY = 'listing ';

export function remember(entry: string | null, pages: Pages, scroll: number) {
  if (entry === null) return;
  const shown = listings();
  shown.delete(entry);
  shown.set(entry, pages);
  const oldest = shown.keys().next().value;
  if (shown.size > MAX_LISTINGS && oldest !== undefined) shown.delete(oldest);
  writeTab(KEY + entry, [pages.pages, Math.round(scroll)]);
}

export function restoreListing(entry: string | null): SavedListing | null {
  if (entry === null) return null;
  const pages = listings().get(entry) ?? null;
  const [depth, scroll] = readTab<[depth: number, scroll: number]>(KEY + entry) ?? [1, 0];
  if (depth <= 1 && pages === null) return null;
  return { pages: depth > 1 ? pages : null, depth, scroll };
}
