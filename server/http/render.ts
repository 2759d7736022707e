import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ejs from 'ejs';
import type { Config } from '../config';
import { toJson } from '../contract/json';
import { remembered } from './remembered';

interface IslandsBundle {
  ready: Promise<void>;
  /** null where the island has no component, or is not rendered on the server. */
  renderIsland(id: string, props: unknown): string | null;
}

interface Manifest {
  /** Logical name → address under /build, with its hash. */
  assets: Record<string, string>;
  /** The browser's entry and the chunks that it needs. */
  entry: string[];
  /** Island's id → the chunks that it needs, for preloading. */
  islands: Record<string, string[]>;
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export interface Renderer {
  /** The page as HTML: the view inside the layout. */
  page(view: string, locals: Record<string, unknown>): Promise<string>;
  /** A view without the layout. */
  view(view: string, locals: Record<string, unknown>): Promise<string>;
}

type OnFailure = (id: string, error: unknown) => void;
type MountPoint = (id: string, props: unknown) => string;

const REMEMBERED_CHARACTERS = 4_000_000;

/** An island's HTML follows from its props alone (or the browser could not hydrate it), so the same props need no new one. */
function mountPoints({ renderIsland }: IslandsBundle, onFailure: OnFailure): MountPoint {
  const unlessKnown = remembered(REMEMBERED_CHARACTERS);
  return (id, props) => {
    const json = toJson(props);
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

/** EJS with a layout; `island()` writes a mount point that already holds what React will find there. */
export function renderer(config: Config, onIslandFailure: OnFailure): Renderer {
  const built = (...path: string[]) => join(config.root, ...path);
  const requireBuilt = createRequire(built('package.json'));
  let bundle: { at: number; mountPoint: MountPoint } | null = null;
  let manifest: { at: number; read: Manifest } | null = null;

  // In production what is built does not change; elsewhere a new build is picked up by its time.
  const fresh = (at: number | undefined, file: string) =>
    at !== undefined && (config.production || at === statSync(file).mtimeMs);

  async function islands(): Promise<MountPoint> {
    const file = built('dist', 'islands.cjs');
    if (bundle && fresh(bundle.at, file)) return bundle.mountPoint;
    if (!existsSync(file)) throw new Error('dist/islands.cjs is missing: run `npm run build`');
    const at = statSync(file).mtimeMs;
    delete requireBuilt.cache?.[file];
    const loaded = requireBuilt(file) as IslandsBundle;
    await loaded.ready;
    bundle = { at, mountPoint: mountPoints(loaded, onIslandFailure) };
    return bundle.mountPoint;
  }

  function assets(): Manifest {
    const file = built('public', 'build', 'manifest.json');
    if (manifest && fresh(manifest.at, file)) return manifest.read;
    manifest = { at: statSync(file).mtimeMs, read: JSON.parse(readFileSync(file, 'utf8')) as Manifest };
    return manifest.read;
  }

  function helpers(mountPoint: MountPoint) {
    const used: string[] = [];
    return {
      asset: (name: string) => assets().assets[name] ?? `/${name}`,
      /** Chunks of the entry and of the islands that this page has named so far. */
      preloads: () => [...new Set([...assets().entry, ...used.flatMap((id) => assets().islands[id] ?? [])])],
      island: (id: string, props: unknown = {}) => {
        used.push(id);
        return mountPoint(id, props);
      },
    };
  }

  const file = (name: string) => built('views', `${name}.ejs`);
  const options = { cache: config.production, root: built('views'), views: [built('views')] };

  return {
    view: async (view, locals) =>
      ejs.renderFile(file(view), { ...locals, ...helpers(await islands()) }, options),
    page: async (view, locals) => {
      const all = { ...locals, ...helpers(await islands()) };
      const body = await ejs.renderFile(file(view), all, options);
      return ejs.renderFile(file('layouts/application'), { ...all, body }, options);
    },
  };
}
