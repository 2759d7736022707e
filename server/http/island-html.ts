import { createTextCache } from '../cache/lru';
import { toCachedJson } from './json-cache';

export interface IslandsBundle {
  ready: Promise<void>;
  /** Returns null for islands that are not rendered on the server. */
  renderIsland(id: string, props: unknown): string | null;
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export type OnFailure = (id: string, error: unknown) => void;
export type MountPoint = (id: string, props: unknown) => string;

const MAX_CACHED_CHARACTERS = 2_000_000;

/** Caches by props, which alone determine an island's HTML; hydration depends on that. */
export function islandRenderer({ renderIsland }: IslandsBundle, onFailure: OnFailure): MountPoint {
  const cachedHtml = createTextCache(MAX_CACHED_CHARACTERS);
  return (id, props) => {
    const json = toCachedJson(props);
    const open = (mark = '') => `<div id="${id}" data-props="${escapeAttribute(json)}"${mark}>`;
    try {
      return cachedHtml(`${id} ${json}`, () => {
        const html = renderIsland(id, props);
        return html === null ? `${open()}</div>` : `${open(' data-rendered')}${html}</div>`;
      });
    } catch (error) {
      // The browser then mounts the island without hydration.
      onFailure(id, error);
      return `${open()}</div>`;
    }
  };
}
