// Draws the demo's pictures into public/demo. Not run at start and not part of the build: the pictures are
// shipped. Needs a folder with what the project itself does not depend on:
//
//   mkdir /tmp/art && cd /tmp/art && npm init -y
//   npm install @iconify-json/fluent-emoji@1.2.7 opentype.js @fontsource/{fraunces,outfit,…}   (see brands.mjs)
//   node db/seeds/pictures/make.mjs --from /tmp/art [--only sneaker,mug] [--views alone,group,carton,pallet,detail] [--brands]
//
// The same input always gives the same pictures.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { drawBrands } from './brands.mjs';
import { KINDS } from './kinds.mjs';
import { hero, OF_EACH, TOGETHER } from './stage.mjs';

const { values: options } = parseArgs({
  options: {
    from: { type: 'string' },
    only: { type: 'string' },
    views: { type: 'string' },
    brands: { type: 'boolean' },
    to: { type: 'string' },
  },
});
if (!options.from) throw new Error('--from FOLDER: where @iconify-json/fluent-emoji is installed');

const target = options.to ?? fileURLToPath(new URL('../../../public/demo/', import.meta.url));
const { icons } = JSON.parse(
  await readFile(join(options.from, 'node_modules/@iconify-json/fluent-emoji/icons.json'), 'utf8'),
);

async function ship(name, svg) {
  const large = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const picture = () => sharp(large.data, { raw: large.info });
  const webp = { quality: 76, effort: 4, smartSubsample: true };
  await picture()
    .webp(webp)
    .toFile(join(target, `${name}-1200.webp`));
  await picture()
    .resize(400, 400, { kernel: 'lanczos3' })
    .webp({ ...webp, quality: 80 })
    .toFile(join(target, `${name}-400.webp`));
}

await mkdir(target, { recursive: true });
const only = options.only?.split(',');
const views = options.views?.split(',');
const takes = (view) => !views || views.includes(view);
const wanted = options.brands && !only ? [] : KINDS.filter((kind) => !only || only.includes(kind.name));
for (const kind of wanted) {
  for (const color of kind.colors) {
    if (takes('alone')) await ship(`${kind.name}-${color}`, await hero(icons, kind, color));
    for (const view of kind.views.filter((one) => one in OF_EACH && takes(one)))
      await ship(`${kind.name}-${color}-${view}`, await OF_EACH[view](icons, kind, color));
  }
  for (const view of kind.views.filter((one) => one in TOGETHER && takes(one)))
    await ship(`${kind.name}-${view}`, await TOGETHER[view](icons, kind));
  process.stdout.write(`${kind.name} `);
}
if (!only && !views) await drawBrands({ from: options.from, icons, target });
