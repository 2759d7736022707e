// Cuts a good out of its drawing, dyes it and lights it from the upper left.
import sharp from 'sharp';
import { fromHsl, PALETTE, toHsl, toRgb } from './colors.mjs';
import { SHAPES } from './shapes.mjs';

const cutouts = new Map();

/** The middle hue, saturation and lightness of what is colored in a picture. */
function mainColor(pixels) {
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

/** Dyes the main color only: soles, buttons and labels keep theirs, a little muted. */
function dye(pixels, color) {
  const main = mainColor(pixels);
  const [hue, saturation, light] = color ? toHsl(toRgb(PALETTE[color])) : [];
  const bend = color ? Math.log(light) / Math.log(main.light) : 1;
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) continue;
    const [own, strength, shine] = toHsl([pixels[at], pixels[at + 1], pixels[at + 2]]);
    const away = ((own - main.hue + 540) % 360) - 180;
    const share = color ? limit((70 - Math.abs(away)) / 25) * limit((strength - 0.08) / 0.1) : 0;
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

/** The product on a transparent background, trimmed, dyed and lit. */
export async function cutOut(icons, { icon, mark, turn = 0 }, color) {
  const key = `${icon}/${color}/${mark}`;
  const known = cutouts.get(key);
  if (known) return known;
  const drawn = SHAPES[icon];
  const source = drawn
    ? drawn(PALETTE[color], mark)
    : `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 32 32">${icons[icon].body}</svg>`;
  const flat = await sharp(Buffer.from(source.replace('<svg ', '<svg width="1100" height="1100" ')))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (!drawn) dye(flat.data, color === 'natural' ? undefined : color);
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
