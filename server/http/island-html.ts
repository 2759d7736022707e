import { createTextCache } from '../cache/lru';
import { toCachedJson } from './json-cache';

export interface IslandsBundle {
  ready: Promise<void>;
  /** null where the island has no component, or is not rendered on the server. */
  renderIsland(id: string, props: unknown): string | null;
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export type OnFailure = (id: string, error: unknown) => void;
export type MountPoint = (id: string, props: unknown) => string;

const REMEMBERED_CHARACTERS = 2_000_000;

/** An island's HTML follows from its props alone (or the browser could not hydrate it), so the same props need no new one. */
export function islandRenderer({ renderIsland }: IslandsBundle, onFailure: OnFailure): MountPoint {
  const unlessKnown = createTextCache(REMEMBERED_CHARACTERS);
  return (id, props) => {
    const json = toCachedJson(props);
    const open = (mark = '') => `<div id="${id}" data-props="${escapeAttribute(json)}"${mark}>`;
    try {
      return unlessKnown(`${id} ${json}`, () => {
        const html = renderIsland(id, props);
        return html === null ? `${open()}</div>` : `${open(' data-rendered')}${html}</div>`;
      });
    } catch (error) {
      // The browser mounts it afresh and shows there what is wrong.
      onFailure(id, error);
      return `${open()}</div>`;
    }
  };
}
