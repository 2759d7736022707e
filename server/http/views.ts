import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ejs from 'ejs';
import type { Express, Response } from 'express';
import type { Config } from '../config/config';
import type { Assets } from './built-files';
import type { MountPoint } from './island-html';

const EXTENSION = 'ejs';

interface ViewHelpers {
  readonly assets: Assets;
  readonly islands: () => Promise<MountPoint>;
}

/** Every page has these. Templates that read no others do without `with`, which V8 cannot optimize. */
const LAYOUT_LOCALS = [
  'active',
  'analyticsSrc',
  'appUrl',
  'asset',
  'back',
  'badges',
  'bare',
  'body',
  'brand',
  'csrf',
  'errors',
  'flash',
  'footerTone',
  'heading',
  'held',
  'include',
  'island',
  'mountIsland',
  'name',
  'nav',
  'nonce',
  'notes',
  'path',
  'preloads',
  'secret',
  'stream',
  'title',
  'viewer',
];
const LAYOUT_PARTS = /\/(layouts\/application|partials\/\w+|pages\/island)\.ejs$/;

function variablesOf(file: string, source: string): Pick<ejs.Options, '_with' | 'destructuredLocals'> {
  if (!LAYOUT_PARTS.test(file)) return {};
  const destructuredLocals = LAYOUT_LOCALS.filter((name) => new RegExp(`\\b${name}\\b`).test(source));
  return { _with: false, destructuredLocals };
}

/** What the HTML of a part depends on, apart from the configuration. */
const KEPT_PARTS: Record<string, (locals: Record<string, unknown>) => unknown> = {
  'partials/icon': ({ name }) => name,
  'partials/logo': () => '',
  'partials/footer': ({ footerTone, bare }) => `${footerTone} ${bare}`,
};

function templates({ production }: Config): (file: string) => ejs.TemplateFunction {
  const compiled = new Map<string, ejs.TemplateFunction>();
  return (file) => {
    const cached = compiled.get(file);
    if (cached) return cached;
    const source = readFileSync(file, 'utf8');
    const template = ejs.compile(source, { filename: file, ...variablesOf(file, source) });
    if (production) compiled.set(file, template);
    return template;
  };
}

export function configureViews(app: Express, config: Config, { assets, islands }: ViewHelpers) {
  const views = join(config.root, 'views');
  const template = templates(config);
  const fileOf = (name: string) => join(views, `${name}.${EXTENSION}`);

  const keptParts = new Map<string, string>();
  function renderPart(name: string, part: ejs.TemplateFunction, locals: Record<string, unknown>) {
    const key = KEPT_PARTS[name]?.(locals);
    if (key === undefined || !config.production) return part(locals);
    const kept = keptParts.get(`${name} ${key}`);
    if (kept !== undefined) return kept;
    const html = part(locals);
    keptParts.set(`${name} ${key}`, html);
    return html;
  }

  function helpers(mountPoint: MountPoint) {
    const rendered: string[] = [];
    return {
      asset: assets.address,
      preloads: () => assets.chunks(rendered),
      mountIsland: (id: string, props: unknown = {}) => {
        rendered.push(id);
        return mountPoint(id, props);
      },
    };
  }

  async function renderInLayout(file: string, locals: object): Promise<string> {
    // EJS' own include() looks for the file on every call, which doubles the time of a page.
    const include = (name: string, more?: object) =>
      renderPart(name, template(fileOf(name)), more ? { ...all, ...more } : all);
    const all = { ...locals, ...helpers(await islands()), include };
    return include('layouts/application', { body: template(file)(all) });
  }

  app.set('views', views);
  app.set('view engine', EXTENSION);
  app.set('view cache', config.production);
  app.engine(EXTENSION, (file, locals, done) => {
    renderInLayout(file, locals).then((html) => done(null, html), done);
  });
}

export const renderView = (res: Response, view: string, locals: Record<string, unknown>) =>
  new Promise<string>((resolve, reject) => {
    res.render(view, locals, (error: unknown, html: string) => (error ? reject(error) : resolve(html)));
  });
