// Logos and banners of the demo's invented sellers: a drawn mark and the name in a distinct typeface.
// Typefaces (all under the SIL Open Font License) come as outlines, so nothing of a font is shipped:
// npm install opentype.js @fontsource/{fraunces,outfit,dm-serif-display,josefin-sans,righteous,baloo-2,space-grotesk,cormorant-garamond,archivo-black,fredoka}
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { darker, lighter } from './colors.mjs';
import { cutOut } from './cutout.mjs';
import { KINDS } from './kinds.mjs';
import { lying, standing } from './light.mjs';

const brand = (slug, name, [ground, ink, accent], font, mark, goods) => ({
  slug,
  lines: name.split('|'),
  ground,
  ink,
  accent,
  font,
  mark,
  goods: goods.split(' '),
});

// Marks are drawn around 0,0, about 100 to each side; `i` is the ink, `a` the accent.
const MARKS = {
  pine: (i, a) =>
    `<path d="M0-96L46-28H20L62 36H24L72 96H-72L-24 36H-62L-20-28H-46z" fill="${i}"/><path d="M0-96V96H-72L-24 36H-62L-20-28H-46z" fill="${a}" fill-opacity=".35"/>`,
  lark: (i, a) =>
    `<path d="M-104 52C-60 40-34 6-14-52 4-10 40 4 104-30 84 40 28 84-40 84-64 84-88 72-104 52z" fill="${i}"/><path d="M-14-52c6 40 36 60 70 56-30 32-86 34-112-4 18-10 32-28 42-52z" fill="${a}"/>`,
  sun: (i, a) =>
    `<circle r="44" fill="${a}"/>${Array.from({ length: 12 }, (_, at) => `<rect x="-4" y="-98" width="8" height="34" rx="4" fill="${i}" transform="rotate(${at * 30})"/>`).join('')}`,
  leaf: (i, a) =>
    `<path d="M-6 96C-90 60-92-40 0-98 4-30 2 30-6 96z" fill="${i}"/><path d="M6 96C90 60 92-40 12-92 8-30 6 30 6 96z" fill="${a}"/>`,
  kettle: (i, a) =>
    `<path d="M-66 92C-92 60-84-26-30-34h60c54 8 62 94 36 126z" fill="${i}"/><path d="M60-4l46-36-8 56-28 22z" fill="${i}"/><path d="M-44-40c0-70 88-70 88 0" fill="none" stroke="${a}" stroke-width="13" stroke-linecap="round"/><rect x="-26" y="-52" width="52" height="14" rx="7" fill="${a}"/>`,
  tide: (i, a) =>
    `<circle cy="-30" r="42" fill="${a}"/>${[8, 44, 80].map((y) => `<path d="M-104 ${y}q26-34 52 0t52 0 52 0 52 0" fill="none" stroke="${i}" stroke-width="15" stroke-linecap="round"/>`).join('')}`,
  stride: (i, a) =>
    `<g transform="skewX(-18)"><rect x="-88" y="-84" width="44" height="168" rx="8" fill="${i}"/><rect x="-22" y="-84" width="44" height="168" rx="8" fill="${a}"/><rect x="44" y="-84" width="44" height="168" rx="8" fill="${i}"/></g>`,
  crane: (i, a) =>
    `<path d="M-96 70A130 130 0 0 1 60-92 150 150 0 0 0-10 88z" fill="${i}"/><path d="M96 70A130 130 0 0 0-20-60 150 150 0 0 1 26 88z" fill="${a}" fill-opacity=".9"/>`,
  hearth: (i, a) =>
    `<path d="M-88 92V-8a88 88 0 0 1 176 0V92H44V0a44 44 0 0 0-88 0v92z" fill="${i}"/><path d="M0 14c20 24 28 36 28 52a28 28 0 0 1-56 0c0-16 8-28 28-52z" fill="${a}"/>`,
  table: (i, a) =>
    `<circle r="96" fill="none" stroke="${i}" stroke-width="12"/><circle r="62" fill="${a}"/><circle r="28" fill="${i}"/>`,
  paw: (i, a) =>
    `<ellipse cy="44" rx="54" ry="44" fill="${i}"/><g fill="${a}"><ellipse cx="-70" cy="-10" rx="22" ry="28" transform="rotate(-24 -70 -10)"/><ellipse cx="-26" cy="-54" rx="23" ry="31" transform="rotate(-8 -26 -54)"/><ellipse cx="26" cy="-54" rx="23" ry="31" transform="rotate(8 26 -54)"/><ellipse cx="70" cy="-10" rx="22" ry="28" transform="rotate(24 70 -10)"/></g>`,
  tag: (i, a) =>
    `<path d="M-70-46a30 30 0 1 1 44-34H26a30 30 0 1 1 44 34 30 30 0 1 1-44 34H-26a30 30 0 1 1-44-34z" transform="translate(0 10) scale(1.1)" fill="${i}"/><circle cy="74" r="26" fill="none" stroke="${a}" stroke-width="12"/>`,
  acorn: (i, a) =>
    `<path d="M-74-8C-70 60-30 84 0 104 30 84 70 60 74-8z" fill="${a}"/><path d="M-92-10c0-90 184-90 184 0 0 14-8 18-20 18H-72c-12 0-20-4-20-18z" fill="${i}"/><path d="M0-76c0-16 8-26 22-30" stroke="${i}" stroke-width="13" fill="none" stroke-linecap="round"/>`,
  fox: (i, a) =>
    `<path d="M-96-86L-34-44H34L96-86 84 24 0 100-84 24z" fill="${i}"/><path d="M-84 24L0 100 84 24 30 30 0 60-30 30z" fill="${a}"/><circle cx="-34" cy="0" r="9" fill="${a}"/><circle cx="34" cy="0" r="9" fill="${a}"/>`,
  note: (i, a) =>
    `<path d="M-74-96H30L74-52V96H-74z" fill="${i}"/><path d="M30-96L74-52H30z" fill="${a}"/><path d="M-44-14h88M-44 20h88M-44 54h54" stroke="${a}" stroke-width="11" stroke-linecap="round"/>`,
  bars: (i, a) =>
    `<rect x="-92" y="-30" width="120" height="26" rx="13" fill="${i}"/><rect x="-28" y="4" width="120" height="26" rx="13" fill="${a}"/><rect x="-92" y="-82" width="184" height="26" rx="13" fill="${i}"/><rect x="-92" y="56" width="184" height="26" rx="13" fill="${i}"/>`,
  mill: (i, a) =>
    `<circle r="30" fill="${a}"/>${[0, 60, 120, 180, 240, 300].map((turn) => `<path d="M-13-40L-26-100H26L13-40z" fill="${i}" transform="rotate(${turn})"/>`).join('')}`,
};

const BRANDS = [
  brand(
    'harrow-pine',
    'Harrow|& Pine',
    ['#20364b', '#f0e6d2', '#c98b5a'],
    'fraunces-latin-600',
    'pine',
    't-shirt jeans cap scarf coat backpack',
  ),
  brand(
    'northlark',
    'NORTHLARK',
    ['#e6e2d6', '#2f4d40', '#d07a45'],
    'josefin-sans-latin-700',
    'lark',
    'hiking-boot backpack tent cap telescope tumbler',
  ),
  brand(
    'solvenne',
    'solvenne',
    ['#efd7d0', '#7c3b4a', '#d98a7c'],
    'cormorant-garamond-latin-600',
    'sun',
    'lipstick perfume serum face-cream hand-cream lotion',
  ),
  brand(
    'verrowleaf',
    'Verrowleaf',
    ['#eef0e4', '#4d6b4f', '#a9bd8f'],
    'dm-serif-display-latin-400',
    'leaf',
    'lotion serum face-cream hand-cream jar-candle lotion',
  ),
  brand(
    'brasskettle',
    'Brasskettle',
    ['#6d2f22', '#f3dfb9', '#e0a44c'],
    'fraunces-latin-700',
    'kettle',
    'coffee tea honey hot-sauce mug sea-salt',
  ),
  brand(
    'tidewick',
    'TIDEWICK',
    ['#12506b', '#fdf3dc', '#f2b04f'],
    'righteous-latin-400',
    'tide',
    'sparkling-water popcorn juice-box canned-tomatoes coffee hot-sauce',
  ),
  brand(
    'stridewell',
    'STRIDEWELL',
    ['#24262c', '#f5f5f2', '#ee6a4b'],
    'archivo-black-latin-400',
    'stride',
    'sneaker hiking-boot oxford sneaker roller-skate sneaker',
  ),
  brand(
    'callow-crane',
    'Callow & Crane',
    ['#f2e9ea', '#5b3a62', '#c98aa0'],
    'cormorant-garamond-latin-700',
    'crane',
    'high-heel ankle-boot handbag flat sun-hat high-heel',
  ),
  brand(
    'hearthollow',
    'Hearthollow',
    ['#e9ddcb', '#5a4032', '#cf7a45'],
    'dm-serif-display-latin-400',
    'hearth',
    'jar-candle towel-set basket mantel-clock potted-plant mug',
  ),
  brand(
    'lumatable',
    'lumatable',
    ['#17615f', '#f2f6ee', '#f0c568'],
    'outfit-latin-600',
    'table',
    'plates mug teapot tumbler mixing-bowl mug',
  ),
  brand(
    'fern-fetchwell',
    'Fern &|Fetchwell',
    ['#f4ead2', '#335c45', '#d59b3b'],
    'fraunces-latin-600',
    'paw',
    'kibble pet-bowl pet-supplement pet-bed pet-shampoo pet-bowl',
  ),
  brand(
    'waggington',
    'Waggington',
    ['#2f7f90', '#ffffff', '#ffd27a'],
    'baloo-2-latin-700',
    'tag',
    'pet-bed pet-bowl kibble pet-shampoo pet-bowl kibble',
  ),
  brand(
    'brightacorn',
    'Brightacorn',
    ['#fdf0d5', '#8a4b2a', '#e7a33e'],
    'fredoka-latin-600',
    'acorn',
    'blocks stacking-rings teddy-bear train drum nesting-dolls',
  ),
  brand(
    'marblefox',
    'MARBLEFOX',
    ['#3b2a5c', '#f7b267', '#fff3e2'],
    'righteous-latin-400',
    'fox',
    'robot dice race-car soccer-ball kick-scooter teddy-bear',
  ),
  brand(
    'fieldnoter',
    'Fieldnoter',
    ['#dfe3e8', '#2c3f57', '#d9734e'],
    'space-grotesk-latin-600',
    'note',
    'thread luggage camera toolbox thread luggage',
  ),
  brand(
    'parallux',
    'PARALLUX',
    ['#101c2c', '#e9eef5', '#4fb3c4'],
    'space-grotesk-latin-700',
    'bars',
    'camera battery toolbox luggage alarm-clock tumbler',
  ),
  brand(
    'old-mill',
    'Old Mill|Mercantile',
    ['#efe6d6', '#3d3a36', '#a8503a'],
    'dm-serif-display-latin-400',
    'mill',
    'bucket paper-roll dining-chair toolbox basket canned-tomatoes',
  ),
];

/** Replaces the library's serializer, which drops the end of some glyphs. */
const outline = (commands) =>
  commands
    .map(
      ({ type, ...at }) =>
        `${type}${['x1', 'y1', 'x2', 'y2', 'x', 'y']
          .filter((one) => one in at)
          .map((one) => at[one].toFixed(1))
          .join(' ')}`,
    )
    .join('');

/** The name as outlines, its middle at (256, y). Glyph by glyph: the fonts' substitution rules are not needed here. */
function wordmark(font, text, y, size, color) {
  const glyphs = [...text].map((char) => font.charToGlyph(char));
  const kerned = (at) => (at ? font.getKerningValue(glyphs[at - 1], glyphs[at]) : 0);
  const units = glyphs.reduce((sum, glyph, at) => sum + glyph.advanceWidth + kerned(at), 0);
  const fit = Math.min(size, (400 * font.unitsPerEm) / units);
  const scale = fit / font.unitsPerEm;
  let x = 256 - (units * scale) / 2;
  const paths = glyphs.map((glyph, at) => {
    x += kerned(at) * scale;
    const path = outline(glyph.getPath(x, y, fit).commands);
    x += glyph.advanceWidth * scale;
    return path;
  });
  return `<path d="${paths.join('')}" fill="${color}"/>`;
}

function logo({ lines, ground, ink, accent, mark }, font) {
  const two = lines.length > 1;
  const words = lines.map((line, at) =>
    wordmark(font, line, (two ? 404 : 420) + at * 62, two ? 64 : 76, ink),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><defs><linearGradient id="g" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="${lighter(ground, 0.07)}"/><stop offset="1" stop-color="${darker(ground, 0.05)}"/></linearGradient></defs><rect width="512" height="512" fill="url(#g)"/><g transform="translate(256 ${two ? 196 : 216}) scale(1.28)">${MARKS[mark](ink, accent)}</g>${words.join('')}</svg>`;
}

/** Goods on the right half; the left third stays quiet for the logo that lies over it. */
async function banner(icons, { slug, ground, ink, accent, mark, goods }) {
  const isDark = Number.parseInt(ground.slice(3, 5), 16) < 128;
  const wall = isDark ? lighter(ground, 0.12) : ground;
  const shade = isDark ? darker(ground, 0.6) : '#4a3c30';
  const flat = slug === 'harrow-pine';
  const parts = await Promise.all(
    goods.map(async (name, at) => {
      const kind = KINDS.find((one) => one.name === name);
      if (!kind) throw new Error(`${slug}: no ${name}`);
      const color = kind.colors[(at * 2 + goods.indexOf(name)) % kind.colors.length];
      const cut = await cutOut(icons, kind, color);
      const x = 500 + at * 122;
      const size = 168 * (kind.scale ?? 1);
      return flat
        ? lying(
            cut,
            { x, y: 150 + (at % 2 ? 22 : -18), size: size * 0.98, tilt: (at % 3) * 7 - 7 },
            shade,
            `b${at}`,
          )
        : standing(
            cut,
            { x, y: 250 + (at % 2 ? 14 : -12), size: size * (at % 2 ? 1.08 : 0.96) },
            shade,
            `b${at}`,
          );
    }),
  );
  const order = flat ? parts : [...parts.filter((_, at) => at % 2 === 0), ...parts.filter((_, at) => at % 2)];
  const floor = flat
    ? ''
    : `<rect y="196" width="1200" height="104" fill="${lighter(wall, 0.1)}" fill-opacity=".75" filter="url(#soft)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="300"><defs><linearGradient id="w" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${lighter(wall, 0.16)}"/><stop offset="1" stop-color="${darker(wall, 0.08)}"/></linearGradient><filter id="soft" x="-10%" y="-60%" width="120%" height="220%"><feGaussianBlur stdDeviation="24"/></filter>${order.map((part) => part.defs).join('')}</defs><rect width="1200" height="300" fill="url(#w)"/>${floor}<g transform="translate(210 150) scale(1.9)" opacity=".1">${MARKS[mark](ink, accent)}</g><g fill="#fff" opacity="${isDark ? 0.07 : 0.2}" filter="url(#soft)" transform="rotate(24 600 150)"><rect x="330" y="-400" width="90" height="1100"/><rect x="470" y="-400" width="150" height="1100"/></g>${order.map((part) => part.shadow + part.good).join('')}</svg>`;
}

export async function drawBrands({ from, icons, target }) {
  const opentype = createRequire(join(from, 'package.json'))('opentype.js');
  for (const one of BRANDS) {
    const family = one.font.replace(/-latin-\d+$/, '');
    const file = await readFile(
      join(from, 'node_modules/@fontsource', family, 'files', `${one.font}-normal.woff`),
    );
    const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
    const drawn = { logo: logo(one, font), banner: await banner(icons, one) };
    for (const [name, svg] of Object.entries(drawn))
      for (const width of [400, 1200])
        await sharp(Buffer.from(svg), { density: name === 'logo' ? 168.75 : 72 })
          .resize({ width })
          .webp({ quality: 80, effort: 6, smartSubsample: true })
          .toFile(join(target, `seller-${one.slug}-${name}-${width}.webp`));
    process.stdout.write(`${one.slug} `);
  }
}
