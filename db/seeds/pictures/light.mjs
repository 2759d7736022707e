// Paper, light and shadow: how a cut-out good stands or lies in the studio.
import { darker, hash, lighter, PAPER } from './colors.mjs';

/** Width and height of a picture. */
export const SIZE = 1200;

export const blur = (id, by) =>
  `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${by}"/></filter>`;

/** Standing on the floor at (x, y), tall or wide `size`; `far` (0..1) takes it out of focus. */
export function standing(cut, { x, y, size, far = 0, tilt = 0 }, shade, id) {
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
export function lying(cut, { x, y, size, tilt = 0 }, shade, id) {
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
export function paper(category, seed, isFlat) {
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
