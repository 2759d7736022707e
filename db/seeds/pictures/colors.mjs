// Muted product colors, so that a page of many products stays calm.
export const PALETTE = {
  coral: '#e2715f',
  terracotta: '#c2673f',
  mustard: '#dda63f',
  sand: '#d3b991',
  cream: '#efe4d0',
  sage: '#93ac8c',
  forest: '#42705a',
  teal: '#368f8c',
  sky: '#82b4d8',
  navy: '#3a5078',
  lilac: '#ab9dd2',
  plum: '#7d5485',
  blush: '#e6ada6',
  rose: '#cf5f7a',
  charcoal: '#50545e',
  white: '#f3f2f0',
  cocoa: '#7a5443',
};

/** The paper behind each category: wall, floor and the tint of its shadows. */
export const PAPER = {
  apparel: { wall: '#e2d8ca', floor: '#ece4d9', shade: '#5b4a38' },
  beauty: { wall: '#ead5cf', floor: '#f3e4df', shade: '#6b463e' },
  consumables: { wall: '#dcdfcb', floor: '#e9ebdc', shade: '#4a5035' },
  footwear: { wall: '#d3d8dc', floor: '#e1e5e8', shade: '#3b4650' },
  home: { wall: '#ddd6d0', floor: '#e9e4df', shade: '#4f443c' },
  pet: { wall: '#cddcd8', floor: '#deeae6', shade: '#34504a' },
  toys: { wall: '#f0ddbf', floor: '#f7ead4', shade: '#6b5127' },
  other: { wall: '#d6d5e0', floor: '#e5e4ec', shade: '#444361' },
};

export const toRgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const toHex = (rgb) =>
  `#${rgb
    .map((part) =>
      Math.max(0, Math.min(255, Math.round(part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** From 0 (the first) to 1 (the second). */
export const mix = (one, other, share) => {
  const [a, b] = [toRgb(one), toRgb(other)];
  return toHex(a.map((part, at) => part + ((b[at] ?? 0) - part) * share));
};

export const lighter = (hex, share) => mix(hex, '#ffffff', share);
export const darker = (hex, share) => mix(hex, '#1b1420', share);

export function toHsl([r, g, b]) {
  const [red, green, blue] = [r / 255, g / 255, b / 255];
  const top = Math.max(red, green, blue);
  const low = Math.min(red, green, blue);
  const light = (top + low) / 2;
  const span = top - low;
  if (span === 0) return [0, 0, light];
  const saturation = span / (1 - Math.abs(2 * light - 1));
  const sixth =
    top === red ? (green - blue) / span : top === green ? (blue - red) / span + 2 : (red - green) / span + 4;
  return [(sixth * 60 + 360) % 360, saturation, light];
}

export function fromHsl(hue, saturation, light) {
  const span = saturation * Math.min(light, 1 - light);
  const part = (n) => {
    const k = (n + hue / 30) % 12;
    return 255 * (light - span * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [part(0), part(8), part(4)];
}

/** A deterministic hash, for variety without randomness. */
export function hash(text) {
  let sum = 2166136261;
  for (const char of text) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  return sum;
}
