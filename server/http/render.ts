import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ejs from 'ejs';
import type { Config } from '../config/config';
import { type IslandsBundle, islandRenderer, type MountPoint, type OnFailure } from './island-html';

interface Manifest {
  /** Logical name → address under /build, with its hash. */
  assets: Record<string, string>;
  /** The browser's entry and the chunks that it needs. */
  entry: string[];
  /** Island's id → the chunks that it needs, for preloading. */
  islands: Record<string, string[]>;
}

export interface Renderer {
  /** The page as HTML: the view inside the layout. */
  page(view: string, locals: Record<string, unknown>): Promise<string>;
  /** Where a built file is, by the name of its source. */
  asset(name: string): string;
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
    bundle = { at, mountPoint: islandRenderer(loaded, onIslandFailure) };
    return bundle.mountPoint;
  }

  function assets(): Manifest {
    const file = built('public', 'build', 'manifest.json');
    if (manifest && fresh(manifest.at, file)) return manifest.read;
    manifest = { at: statSync(file).mtimeMs, read: JSON.parse(readFileSync(file, 'utf8')) as Manifest };
    return manifest.read;
  }

  const asset = (name: string) => assets().assets[name] ?? `/${name}`;

  function helpers(mountPoint: MountPoint) {
    const used: string[] = [];
    return {
      asset,
      /** Chunks of the entry and of the islands that this page has named so far. */
      preloads: () => [...new Set([...assets().entry, ...used.flatMap((id) => assets().islands[id] ?? [])])],
      island: (id: string, props: unknown = {}) => {
        used.push(id);
        return mountPoint(id, props);
      },
    };
  }

  const compiled = new Map<string, ejs.TemplateFunction>();

  function template(name: string): ejs.TemplateFunction {
    const known = compiled.get(name);
    if (known && config.production) return known;
    const filename = built('views', `${name}.ejs`);
    const made = ejs.compile(readFileSync(filename, 'utf8'), { filename });
    compiled.set(name, made);
    return made;
  }

  async function written(locals: Record<string, unknown>) {
    const all = { ...locals, ...helpers(await islands()), partial };
    const write = (view: string, more?: object) => template(view)({ ...all, ...more });
    /** views/partials/NAME, which knows what the page knows, and what it is given. */
    function partial(name: string, more?: object) {
      return write(`partials/${name}`, more);
    }
    return write;
  }

  return {
    asset,
    page: async (view, locals) => {
      const write = await written(locals);
      return write('layouts/application', { body: write(view) });
    },
  };
}
