// The studio: cuts goods out, colours them, and photographs them on seamless paper with light from the upper left.
import sharp from 'sharp';
import { darker, fromHsl, hash, lighter, PALETTE, PAPER, toHsl, toRgb } from './colours.mjs';
import { SHAPES } from './shapes.mjs';

const SIZE = 1200;
const cutouts = new Map();

/** The middle hue, saturation and lightness of what is coloured in a picture. */
function mainColour(pixels) {
  const weights = new Array(36).fill(0);
  for (let at = 0; at < pixels.length; at += 16) {
    if (pixels[at + 3] < 200) continue;
    const [hue, saturation, light] = toHsl([pixels[at], pixels[at + 1], pixels[at + 2]]);
    if (light > 0.1 && light < 0.95) weights[Math.floor(hue / 10) % 36] += saturation;
  }
  const smooth = weights.map((own, at) => own + (weights[(at + 1) % 36] + weights[(at + 35) % 36]) * 0.8);
  const hue = smooth.indexOf(Math.max(...smooth)) * 10 + 5;
  let [sum, saturations, lights] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 16) {
    if (pixels[at + 3] < 200) continue;
    const [own, saturation, light] = toHsl([pixels[at], pixels[at + 1], pixels[at + 2]]);
    if (apart(own, hue) < 40 && saturation > 0.12) {
      sum += 1;
      saturations += saturation;
      lights += light;
    }
  }
  return { hue, saturation: saturations / Math.max(sum, 1), light: lights / Math.max(sum, 1) };
}

const apart = (one, other) => Math.abs(((one - other + 540) % 360) - 180);
const limit = (value) => Math.max(0, Math.min(1, value));

/** Dyes the main colour only: soles, buttons and labels keep theirs, a little muted. */
function dye(pixels, colour) {
  const main = mainColour(pixels);
  const [hue, saturation, light] = colour ? toHsl(toRgb(PALETTE[colour])) : [];
  const bend = colour ? Math.log(light) / Math.log(main.light) : 1;
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) continue;
    const [own, strength, shine] = toHsl([pixels[at], pixels[at + 1], pixels[at + 2]]);
    const away = ((own - main.hue + 540) % 360) - 180;
    const share = colour ? limit((70 - Math.abs(away)) / 25) * limit((strength - 0.08) / 0.1) : 0;
    const dyed = share
      ? fromHsl(
          (hue + away * 0.22 + 360) % 360,
          limit(Math.min((strength * saturation) / main.saturation, saturation * 1.3)),
          shine ** bend,
        )
      : [0, 0, 0];
    const kept = fromHsl(own, strength * 0.8, limit(shine * 0.97 + 0.01));
    for (const part of [0, 1, 2]) pixels[at + part] = dyed[part] * share + kept[part] * (1 - share);
  }
}

/** A good on nothing, trimmed, dyed and lit. */
async function cutOut(icons, { icon, mark, turn = 0 }, colour) {
  const key = `${icon}/${colour}/${mark}`;
  const known = cutouts.get(key);
  if (known) return known;
  const drawn = SHAPES[icon];
  const source = drawn
    ? drawn(PALETTE[colour], mark)
    : `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 32 32">${icons[icon].body}</svg>`;
  const flat = await sharp(Buffer.from(source.replace('<svg ', '<svg width="1100" height="1100" ')))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (!drawn) dye(flat.data, colour === 'natural' ? undefined : colour);
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const plain = await sharp(flat.data, { raw: flat.info })
    .rotate(turn, { background: clear })
    .png()
    .toBuffer();
  const trimmed = await sharp(plain)
    .trim({ background: clear, threshold: 1 })
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = trimmed.info;
  const light = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="l" x1="0" y1="0" x2=".85" y2="1"><stop offset="0" stop-color="#fff8ec" stop-opacity=".26"/><stop offset=".42" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1d1430" stop-opacity=".2"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#l)"/></svg>`,
  );
  const image = await sharp(trimmed.data)
    .composite([{ input: light, blend: 'atop' }])
    .png({ compressionLevel: 3 })
    .toBuffer();
  const alpha = await sharp(trimmed.data).extractChannel('alpha').toBuffer();
  const shadow = await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .joinChannel(alpha)
    .png({ compressionLevel: 3 })
    .toBuffer();
  const cut = { width, height, image: uri(image), shadow: uri(shadow), foot: await footOf(alpha) };
  cutouts.set(key, cut);
  return cut;
}

const uri = (png) => `data:image/png;base64,${png.toString('base64')}`;

/** Where a good touches the floor: left and right end of its lowest twentieth, as shares of its width. */
async function footOf(alpha) {
  const { data, info } = await sharp(alpha).raw().toBuffer({ resolveWithObject: true });
  let [left, right] = [info.width, 0];
  for (let y = Math.floor(info.height * 0.95); y < info.height; y++)
    for (let x = 0; x < info.width; x++)
      if (data[(y * info.width + x) * info.channels] > 120) {
        left = Math.min(left, x);
        right = Math.max(right, x);
      }
  return right > left ? [left / info.width, right / info.width] : [0.2, 0.8];
}

const blur = (id, by) =>
  `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${by}"/></filter>`;

/** Standing on the floor at (x, y), tall or wide `size`; `far` (0..1) takes it out of focus. */
function standing(cut, { x, y, size, far = 0, tilt = 0 }, shade, id) {
  const scale = size / Math.max(cut.width, cut.height * 0.94);
  const [width, height] = [cut.width * scale, cut.height * scale];
  const [left, right] = cut.foot;
  const footWidth = Math.max((right - left) * width, width * 0.24);
  const footAt = x - width / 2 + ((left + right) / 2) * width;
  const at = `width="${width}" height="${height}"`;
  return {
    defs: `${blur(`c${id}`, size * 0.012 + far * 4)}${blur(`w${id}`, size * 0.045)}${blur(`s${id}`, size * 0.022 + far * 5)}${blur(`o${id}`, far * 3.2)}<linearGradient id="g${id}" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#fff" stop-opacity=".9"/><stop offset="1" stop-color="#fff" stop-opacity=".1"/></linearGradient><mask id="m${id}" maskContentUnits="userSpaceOnUse"><rect x="${-width}" y="${-height * 1.2}" width="${width * 3}" height="${height * 1.3}" fill="url(#g${id})"/></mask>`,
    shadow: `<g transform="translate(${x} ${y}) matrix(1 0 -0.95 0.34 0 0)" filter="url(#s${id})" opacity=".3"><g mask="url(#m${id})"><image href="${cut.shadow}" x="${-width / 2}" y="${-height}" ${at}/></g></g><ellipse cx="${footAt + footWidth * 0.07}" cy="${y + size * 0.002}" rx="${footWidth * 0.62}" ry="${size * 0.045}" fill="${shade}" opacity=".34" filter="url(#w${id})"/><ellipse cx="${footAt + footWidth * 0.02}" cy="${y - size * 0.006}" rx="${footWidth * 0.5}" ry="${size * 0.017}" fill="${darker(shade, 0.45)}" opacity=".62" filter="url(#c${id})"/>`,
    good: `<g transform="translate(${x} ${y}) rotate(${tilt})"${far ? ` filter="url(#o${id})"` : ''}><image href="${cut.image}" x="${-width / 2}" y="${-height}" ${at}/></g>`,
  };
}

/** Lying on paper, seen from above, its middle at (x, y). */
function lying(cut, { x, y, size, tilt = 0 }, shade, id) {
  const scale = size / Math.max(cut.width, cut.height);
  const [width, height] = [cut.width * scale, cut.height * scale];
  const box = `x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}"`;
  const cast = (dx, dy, filter, opacity) =>
    `<g filter="url(#${filter}${id})" opacity="${opacity}"><g transform="translate(${x + size * dx} ${y + size * dy}) rotate(${tilt})"><image href="${cut.shadow}" ${box}/></g></g>`;
  return {
    defs: `${blur(`c${id}`, size * 0.008)}${blur(`w${id}`, size * 0.035)}`,
    shadow: `${cast(0.045, 0.06, 'w', 0.3)}${cast(0.011, 0.015, 'c', 0.34)}`.replaceAll(
      '<image',
      `<image fill="${shade}"`,
    ),
    good: `<g transform="translate(${x} ${y}) rotate(${tilt})"><image href="${cut.image}" ${box}/></g>`,
  };
}

/** Paper with a sweep (or flat, for what lies), a key light from the upper left, a window's soft bars, a vignette. */
function paper(category, seed, isFlat) {
  const tint = PAPER[category];
  const turn = (hash(seed) % 9) - 4;
  const wall = turn > 0 ? lighter(tint.wall, turn * 0.035) : darker(tint.wall, -turn * 0.008);
  const floor = isFlat ? lighter(wall, 0.12) : lighter(tint.floor, 0.1);
  const bars = 300 + (hash(seed) % 5) * 90;
  return {
    defs: `<linearGradient id="sweep" x1="0" y1="0" x2="0" y2="1">${isFlat ? `<stop offset="0" stop-color="${floor}"/><stop offset="1" stop-color="${wall}"/>` : `<stop offset="0" stop-color="${wall}"/><stop offset=".5" stop-color="${darker(wall, 0.045)}"/><stop offset=".66" stop-color="${floor}"/><stop offset="1" stop-color="${lighter(floor, 0.06)}"/>`}</linearGradient><radialGradient id="key" cx=".26" cy=".2" r=".95"><stop offset="0" stop-color="#fffaf0" stop-opacity=".62"/><stop offset=".55" stop-color="#fffaf0" stop-opacity=".12"/><stop offset="1" stop-color="#fffaf0" stop-opacity="0"/></radialGradient><radialGradient id="edge" cx=".42" cy=".42" r=".85"><stop offset=".55" stop-color="${tint.shade}" stop-opacity="0"/><stop offset="1" stop-color="${tint.shade}" stop-opacity=".2"/></radialGradient>${blur('bars', 34)}`,
    body: `<rect width="${SIZE}" height="${SIZE}" fill="url(#sweep)"/><rect width="${SIZE}" height="${SIZE}" fill="url(#key)"/><g filter="url(#bars)" fill="#fffaf0" opacity=".17" transform="rotate(24 600 600)"><rect x="${bars - 180}" y="-500" width="150" height="2200"/><rect x="${bars + 40}" y="-500" width="230" height="2200"/></g><rect width="${SIZE}" height="${SIZE}" fill="url(#edge)"/>`,
    shade: tint.shade,
  };
}

/** A corrugated carton, open: what stands in it goes between its back and its front. */
function carton(x, y, width, height, shade) {
  const [left, right, top] = [x - width / 2, x + width / 2, y - height];
  const deep = height * 0.24;
  return {
    defs: `<linearGradient id="kf" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#d9b384"/><stop offset="1" stop-color="#b98d5c"/></linearGradient><linearGradient id="ki" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#9a7044"/><stop offset="1" stop-color="#6f4d2c"/></linearGradient><linearGradient id="kl" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#e3c096"/><stop offset="1" stop-color="#c99e6c"/></linearGradient>${blur('kc', 10)}${blur('kw', 44)}`,
    shadow: `<path d="M${left + 20} ${y}L${right} ${y}L${right + 230} ${y - 120}L${right + 120} ${y - 170}z" fill="${shade}" opacity=".32" filter="url(#kw)"/><rect x="${left + 6}" y="${y - 14}" width="${width}" height="22" rx="11" fill="${darker(shade, 0.4)}" opacity=".55" filter="url(#kc)"/>`,
    back: `<path d="M${left + 34} ${top - deep}H${right - 34}L${right} ${top}V${y}H${left}V${top}z" fill="url(#ki)"/><path d="M${left + 34} ${top - deep}L${left - 92} ${top - deep * 0.2}L${left - 112} ${top + deep * 0.72}L${left} ${top}z" fill="url(#kl)"/><path d="M${right - 34} ${top - deep}L${right + 92} ${top - deep * 0.2}L${right + 112} ${top + deep * 0.72}L${right} ${top}z" fill="#b98f60"/>`,
    front: `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="url(#kf)"/><path d="M${left} ${top}H${right}L${right + 22} ${top + deep * 0.95}H${left - 22}z" fill="#dcb88b"/><path d="M${left - 22} ${top + deep * 0.95}H${right + 22}" stroke="#8d673f" stroke-opacity=".35" stroke-width="5"/><path d="M${left} ${top}H${right}" stroke="#f2d9b4" stroke-opacity=".8" stroke-width="3"/>`,
    label: (mark) => sticker(right - width * 0.36, top + height * 0.5, width * 0.3, height * 0.36, mark),
  };
}

/** The shipping label: a small picture of the good and a barcode. */
function sticker(x, y, width, height, cut) {
  const bars = [3, 1, 2, 1, 1, 3, 1, 2, 2, 1, 3, 1, 1, 2, 1, 3];
  const unit = (width * 0.8) / (bars.reduce((sum, bar) => sum + bar + 1.2, 0) || 1);
  let at = x + width * 0.1;
  const code = bars.map((bar) => {
    const line = `<rect x="${at}" y="${y + height * 0.64}" width="${bar * unit}" height="${height * 0.24}" fill="#33302c"/>`;
    at += (bar + 1.2) * unit;
    return line;
  });
  const side = height * 0.44;
  const scale = side / Math.max(cut.width, cut.height);
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5" fill="#fbf8f2"/><rect x="${x + width * 0.5}" y="${y + height * 0.16}" width="${width * 0.38}" height="${height * 0.07}" fill="#57524b"/><rect x="${x + width * 0.5}" y="${y + height * 0.3}" width="${width * 0.28}" height="${height * 0.05}" fill="#a49d92"/><rect x="${x + width * 0.5}" y="${y + height * 0.41}" width="${width * 0.33}" height="${height * 0.05}" fill="#a49d92"/><image href="${cut.image}" x="${x + width * 0.1}" y="${y + height * 0.1}" width="${cut.width * scale}" height="${cut.height * scale}"/>${code.join('')}`;
}

/** A closed carton seen from the front left edge, taped, with a label. */
function closedCarton(x, y, width, height, cut, tone = 0) {
  const face = darker('#cda676', tone);
  const deep = width * 0.16;
  const id = `${Math.round(x)}${Math.round(y)}`;
  return `<defs><linearGradient id="cf${id}" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${lighter(face, 0.2)}"/><stop offset="1" stop-color="${darker(face, 0.16)}"/></linearGradient></defs><path d="M${x} ${y - height}l${deep} ${-deep * 0.55}h${width}l${-deep} ${deep * 0.55}z" fill="${lighter(face, 0.34)}"/><path d="M${x + width} ${y - height}l${deep} ${-deep * 0.55}v${height}l${-deep} ${deep * 0.55}z" fill="${darker(face, 0.32)}"/><rect x="${x}" y="${y - height}" width="${width}" height="${height}" fill="url(#cf${id})"/><path d="M${x + width * 0.42} ${y - height}l${deep} ${-deep * 0.55}h${width * 0.14}l${-deep} ${deep * 0.55}z" fill="#f0e0c4" fill-opacity=".75"/><rect x="${x + width * 0.42}" y="${y - height}" width="${width * 0.14}" height="${height * 0.22}" fill="#f0e0c4" fill-opacity=".6"/>${cut ? sticker(x + width * 0.56, y - height * 0.6, width * 0.38, height * 0.46, cut) : ''}<rect x="${x}" y="${y - 3}" width="${width}" height="3" fill="#5e4327" fill-opacity=".5"/>`;
}

/** Cartons stacked on a pallet. */
function pallet(x, y, cut, shade) {
  const [wide, tall] = [250, 168];
  const rows = [];
  const deck = y - 62;
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < (row === 2 ? 2 : 3); column++)
      rows.push(
        closedCarton(
          x + column * (wide + 3) + (row === 2 ? 20 : 0),
          deck - row * (tall + 30),
          wide,
          tall,
          (row + column) % 2 === 0 ? cut : null,
          ((row * 3 + column * 2) % 4) * 0.03,
        ),
      );
  // What lies behind is drawn first: right to left, so that no side face covers a neighbour's front.
  const plank = (top, height, colour) =>
    `<rect x="${x - 26}" y="${top}" width="${wide * 3 + 60}" height="${height}" rx="3" fill="${colour}"/>`;
  const foot = (left) => `<rect x="${left}" y="${y - 44}" width="86" height="30" fill="#a57c4f"/>`;
  return {
    defs: `${blur('pc', 9)}${blur('pw', 46)}`,
    shadow: `<path d="M${x} ${y}h${wide * 3 + 20}l190 -120l-120 -60z" fill="${shade}" opacity=".34" filter="url(#pw)"/><rect x="${x - 24}" y="${y - 12}" width="${wide * 3 + 60}" height="18" rx="9" fill="${darker(shade, 0.4)}" opacity=".6" filter="url(#pc)"/>`,
    good: `${plank(y - 62, 18, '#c89d6a')}${foot(x - 20)}${foot(x + wide * 1.5 - 43)}${foot(x + wide * 3 - 56)}${plank(y - 18, 16, '#b78b59')}${[
      0, 1, 2,
    ]
      .map((row) =>
        rows
          .slice(row * 3, row * 3 + 3)
          .reverse()
          .join(''),
      )
      .join('')}`,
  };
}

const scene = (parts, background, over = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"><defs>${background.defs}${parts.map((part) => part.defs ?? '').join('')}</defs>${background.body}${over}${parts.map((part) => part.shadow ?? '').join('')}${parts.map((part) => part.good).join('')}</svg>`;

/** The lower something is, the further up it stands, so that it sits in the middle of the picture. */
const floorFor = (cut, size) => 600 + (cut.height * size) / Math.max(cut.width, cut.height * 0.94) / 2 + 20;

/** One good alone. */
async function hero(icons, kind, colour) {
  const background = paper(kind.category, kind.name, kind.lies);
  const cut = await cutOut(icons, kind, colour);
  const size = 740 * (kind.scale ?? 1);
  const part = kind.lies
    ? lying(cut, { x: 590, y: 590, size, tilt: kind.tilt ?? 0 }, background.shade, 'a')
    : standing(cut, { x: 575, y: floorFor(cut, size), size }, background.shade, 'a');
  return scene([part], background);
}

/** Several together, the colourways where there are some; those further back out of focus. */
async function group(icons, kind) {
  const background = paper(kind.category, `${kind.name}+`, kind.lies);
  const colours =
    kind.colours.length > 1 ? kind.colours : [kind.colours[0], kind.colours[0], kind.colours[0]];
  const cut = (at) => cutOut(icons, kind, colours[at % colours.length]);
  const shape = await cut(0);
  const slender = Math.max(1, Math.min(1.3, (0.72 * shape.height) / shape.width));
  const size = 470 * (kind.scale ?? 1) * (kind.lies ? 1 : slender);
  if (kind.lies) {
    const spots = [
      { x: 370, y: 350, tilt: -9 },
      { x: 830, y: 400, tilt: 7 },
      { x: 400, y: 830, tilt: 5 },
      { x: 845, y: 850, tilt: -6 },
    ];
    const parts = await Promise.all(
      spots.map(async (spot, at) =>
        lying(
          await cut(at),
          { ...spot, tilt: spot.tilt + (kind.tilt ?? 0) * 0.6, size: size * 0.98 },
          background.shade,
          `g${at}`,
        ),
      ),
    );
    return scene(parts, background);
  }
  const spots = [
    { x: 330, y: 800, size: size * 0.9, far: 1 },
    { x: 830, y: 780, size: size * 0.86, far: 1.2 },
    { x: 590, y: 985, size: size * 1.18, far: 0 },
  ];
  const parts = await Promise.all(
    spots.map(async (spot, at) => standing(await cut(at + 1), spot, background.shade, `g${at}`)),
  );
  return interleave(parts, background);
}

/** Shadows of a nearer good fall on the floor, not on those behind: draw back to front, each with its shadow. */
const interleave = (parts, background) =>
  scene(
    parts.map((part) => ({ defs: part.defs, good: `${part.shadow}${part.good}` })),
    background,
  );

/** As it is packed: a candle is not lit, a cup is empty. */
const packed = (kind) => ({ ...kind, icon: kind.packed ?? kind.icon });

/** In an open carton, as a case pack comes. */
async function inCarton(icons, kind, colour) {
  const background = paper(kind.category, `${kind.name}#`, false);
  const cut = await cutOut(icons, packed(kind), colour);
  const box = carton(600, 1010, 640, 400, background.shade);
  const shape = cut.width / cut.height;
  const size = shape > 1.25 ? 330 : 370;
  const wide = (size * cut.width) / Math.max(cut.width, cut.height * 0.94);
  const tall = wide / shape;
  const step = Math.min(190, (585 - wide) / 2);
  const spots = [-1, 0, 1].map((at) => ({
    x: 600 + at * step,
    y: 628 + tall * (shape > 1.25 ? 0.16 : 0.42) + Math.abs(at) * 6,
  }));
  const parts = spots.map((spot, at) =>
    standing(cut, { ...spot, size, tilt: (at - 1) * 4 }, background.shade, `k${at}`),
  );
  const behind = spots.map((spot, at) =>
    standing(
      cut,
      { x: spot.x + (step > 150 ? 34 : 12), y: spot.y - tall * 0.2, size: size * 0.92, tilt: (at - 1) * 3 },
      background.shade,
      `b${at}`,
    ),
  );
  const body = `${box.shadow}${box.back}<g filter="url(#dim)">${behind.map((one) => one.good).join('')}</g>${parts.map((one) => one.good).join('')}${box.front}${box.label(cut)}`;
  const dim =
    '<filter id="dim"><feComponentTransfer><feFuncR type="linear" slope=".82"/><feFuncG type="linear" slope=".8"/><feFuncB type="linear" slope=".78"/></feComponentTransfer></filter>';
  return scene([{ defs: `${box.defs}${dim}`, good: body }], background);
}

/** On a pallet, with one good in front: the lot as it ships. */
async function onPallet(icons, kind, colour) {
  const background = paper(kind.category, `${kind.name}=`, false);
  const cut = await cutOut(icons, packed(kind), colour);
  const load = pallet(150, 960, cut, background.shade);
  const front = standing(cut, { x: 900, y: 1060, size: 330 * (kind.scale ?? 1) }, background.shade, 'f');
  return scene(
    [{ defs: load.defs + front.defs, good: `${load.shadow}${load.good}${front.shadow}${front.good}` }],
    background,
  );
}

/** Close by: the good fills the picture and leaves it. */
async function detail(icons, kind, colour) {
  const background = paper(kind.category, `${kind.name}!`, kind.lies);
  const cut = await cutOut(icons, kind, colour);
  const part = kind.lies
    ? lying(cut, { x: 700, y: 690, size: 1380, tilt: (kind.tilt ?? 0) + 10 }, background.shade, 'd')
    : standing(cut, { x: 660, y: 1230, size: 1300 }, background.shade, 'd');
  return scene([part], background);
}

/** Views that are taken of every colourway; the others show them together. */
export const OF_EACH = { carton: inCarton, pallet: onPallet, detail };
export const TOGETHER = { group };
export { closedCarton, cutOut, hero, lying, paper, standing };
