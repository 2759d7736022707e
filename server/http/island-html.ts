import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type CacheObserver, createTextCache } from '../cache/caches';
import type { Config } from '../config/config';
import { builtFile } from './built-files';
import { toCachedJson } from './json-cache';

interface IslandsBundle {
  ready: Promise<void>;
  renderIsland(id: string, props: unknown): string | null;
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface IslandsOptions {
  readonly onFailure: (id: string, error: unknown) => void;
  readonly cache?: CacheObserver;
}

export type MountPoint = (id: string, props: unknown) => string;

const MAX_CACHED_CHARACTERS = 2_000_000;
/** About as many as fit. */
const MAX_SEEN = 200;

/** Caches by props, which alone determine an island's HTML; hydration depends on that. */
function islandRenderer({ renderIsland }: IslandsBundle, { onFailure, cache }: IslandsOptions): MountPoint {
  const cachedHtml = createTextCache({
    maxCharacters: MAX_CACHED_CHARACTERS,
    maxSeen: MAX_SEEN,
    observer: cache,
  });
  return (id, props) => {
    const json = toCachedJson(props);
    try {
      return cachedHtml(`${id} ${json}`, () => elementOf(id, json, renderIsland(id, props)));
    } catch (error) {
      onFailure(id, error);
      return elementOf(id, json, null);
    }
  };
}

const elementOf = (id: string, json: string, html: string | null) =>
  `<div id="${id}" data-props="${escapeAttribute(json)}"${html === null ? '' : ' data-rendered'}>${html ?? ''}</div>`;

/** Throws if nothing was built. */
export function islandsOf(config: Config, options: IslandsOptions): () => Promise<MountPoint> {
  const requireBuilt = createRequire(join(config.root, 'package.json'));
  const islands = builtFile(config, join('dist', 'islands.cjs'), (file) => {
    delete requireBuilt.cache?.[file];
    const bundle = requireBuilt(file) as IslandsBundle;
    return { ready: bundle.ready, mountPoint: islandRenderer(bundle, options) };
  });
  return async () => {
    const { ready, mountPoint } = islands();
    await ready;
    return mountPoint;
  };
}
