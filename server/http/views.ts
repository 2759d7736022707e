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

function templates({ production }: Config): (file: string) => ejs.TemplateFunction {
  const compiled = new Map<string, ejs.TemplateFunction>();
  return (file) => {
    const cached = compiled.get(file);
    if (cached) return cached;
    const template = ejs.compile(readFileSync(file, 'utf8'), { filename: file });
    if (production) compiled.set(file, template);
    return template;
  };
}

export function configureViews(app: Express, config: Config, { assets, islands }: ViewHelpers) {
  const views = join(config.root, 'views');
  const template = templates(config);
  const fileOf = (name: string) => join(views, `${name}.${EXTENSION}`);

  function helpers(mountPoint: MountPoint) {
    const rendered: string[] = [];
    return {
      asset: assets.address,
      preloads: () => assets.chunks(rendered),
      island: (id: string, props: unknown = {}) => {
        rendered.push(id);
        return mountPoint(id, props);
      },
    };
  }

  async function renderInLayout(file: string, locals: object): Promise<string> {
    // EJS' own include() looks for the file on every call, which doubles the time of a page.
    const include = (name: string, more?: object) => template(fileOf(name))({ ...all, ...more });
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
