import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ejs from 'ejs';
import type { Config } from '../config/config';
import { type IslandsBundle, islandRenderer, type MountPoint, type OnFailure } from './island-html';

interface Manifest {
  /** Logical name → hashed address under /build. */
  assets: Record<string, string>;
  /** The browser entry and its chunks. */
  entry: string[];
  /** Island id → its chunks, for preloading. */
  islands: Record<string, string[]>;
}

export interface Renderer {
  /** Renders the view inside the layout. */
  page(view: string, locals: Record<string, unknown>): Promise<string>;
  /** Returns the address of a built file. */
  asset(name: string): string;
}

/** EJS with a layout; `island()` writes a server-rendered mount point. */
export function renderer(config: Config, onIslandFailure: OnFailure): Renderer {
  const built = (...path: string[]) => join(config.root, ...path);
  const requireBuilt = createRequire(built('package.json'));
  let bundle: { at: number; mountPoint: MountPoint } | null = null;
  let manifest: { at: number; read: Manifest } | null = null;

  // Outside production a new build is detected by its modification time.
  const isFresh = (at: number | undefined, file: string) =>
    at !== undefined && (config.production || at === statSync(file).mtimeMs);

  async function islands(): Promise<MountPoint> {
    const file = built('dist', 'islands.cjs');
    if (bundle && isFresh(bundle.at, file)) return bundle.mountPoint;
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
    if (manifest && isFresh(manifest.at, file)) return manifest.read;
    manifest = { at: statSync(file).mtimeMs, read: JSON.parse(readFileSync(file, 'utf8')) as Manifest };
    return manifest.read;
  }

  const asset = (name: string) => assets().assets[name] ?? `/${name}`;

  function helpers(mountPoint: MountPoint) {
    const used: string[] = [];
    return {
      asset,
      /** Chunks of the entry and of the islands rendered so far. */
      preloads: () => [...new Set([...assets().entry, ...used.flatMap((id) => assets().islands[id] ?? [])])],
      island: (id: string, props: unknown = {}) => {
        used.push(id);
        return mountPoint(id, props);
      },
    };
  }

  const compiled = new Map<string, ejs.TemplateFunction>();

  function template(name: string): ejs.TemplateFunction {
    const cached = compiled.get(name);
    if (cached && config.production) return cached;
    const filename = built('views', `${name}.ejs`);
    const compiledTemplate = ejs.compile(readFileSync(filename, 'utf8'), { filename });
    compiled.set(name, compiledTemplate);
    return compiledTemplate;
  }

  async function createView(locals: Record<string, unknown>) {
    const all = { ...locals, ...helpers(await islands()), partial };
    const write = (view: string, more?: object) => template(view)({ ...all, ...more });
    /** Renders views/partials/NAME with the page's locals and `more`. */
    function partial(name: string, more?: object) {
      return write(`partials/${name}`, more);
    }
    return write;
  }

  return {
    asset,
    page: async (view, locals) => {
      const write = await createView(locals);
      return write('layouts/application', { body: write(view) });
    },
  };
}
