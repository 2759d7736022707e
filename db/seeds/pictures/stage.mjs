// The views of a good: alone, in a group, in its carton, on a pallet, close by.
import { carton, pallet } from './cartons.mjs';
import { cutOut } from './cutout.mjs';
import { lying, paper, SIZE, standing } from './light.mjs';

const scene = (parts, background, over = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"><defs>${background.defs}${parts.map((part) => part.defs ?? '').join('')}</defs>${background.body}${over}${parts.map((part) => part.shadow ?? '').join('')}${parts.map((part) => part.good).join('')}</svg>`;

/** Places low products higher, near the middle of the image. */
const floorFor = (cut, size) => 600 + (cut.height * size) / Math.max(cut.width, cut.height * 0.94) / 2 + 20;

/** One good alone. */
async function hero(icons, kind, color) {
  const background = paper(kind.category, kind.name, kind.lies);
  const cut = await cutOut(icons, kind, color);
  const size = 740 * (kind.scale ?? 1);
  const part = kind.lies
    ? lying(cut, { x: 590, y: 590, size, tilt: kind.tilt ?? 0 }, background.shade, 'a')
    : standing(cut, { x: 575, y: floorFor(cut, size), size }, background.shade, 'a');
  return scene([part], background);
}

/** Several together, the colorways where there are some; those further back out of focus. */
async function group(icons, kind) {
  const background = paper(kind.category, `${kind.name}+`, kind.lies);
  const colors = kind.colors.length > 1 ? kind.colors : [kind.colors[0], kind.colors[0], kind.colors[0]];
  const cut = (at) => cutOut(icons, kind, colors[at % colors.length]);
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
  // Low goods stand further up, or the upper half would be empty.
  const lift = Math.max(0, 0.85 - shape.height / shape.width) * 260;
  const spots = [
    { x: 330, y: 800 - lift, size: size * 0.9, far: 1 },
    { x: 830, y: 780 - lift, size: size * 0.86, far: 1.2 },
    { x: 590, y: 985 - lift, size: size * 1.18, far: 0 },
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
const packedIcon = (kind) => ({ ...kind, icon: kind.packed ?? kind.icon });

/** In an open carton, as a case pack comes. */
async function inCarton(icons, kind, color) {
  const background = paper(kind.category, `${kind.name}#`, false);
  const cut = await cutOut(icons, packedIcon(kind), color);
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
async function onPallet(icons, kind, color) {
  const background = paper(kind.category, `${kind.name}=`, false);
  const cut = await cutOut(icons, packedIcon(kind), color);
  const load = pallet(150, 960, cut, background.shade);
  const front = standing(cut, { x: 900, y: 1060, size: 330 * (kind.scale ?? 1) }, background.shade, 'f');
  return scene(
    [{ defs: load.defs + front.defs, good: `${load.shadow}${load.good}${front.shadow}${front.good}` }],
    background,
  );
}

/** Close by: the good fills the picture and leaves it. */
async function detail(icons, kind, color) {
  const background = paper(kind.category, `${kind.name}!`, kind.lies);
  const cut = await cutOut(icons, kind, color);
  const part = kind.lies
    ? lying(cut, { x: 700, y: 690, size: 1380, tilt: (kind.tilt ?? 0) + 10 }, background.shade, 'd')
    : standing(cut, { x: 660, y: 1230, size: 1300 }, background.shade, 'd');
  return scene([part], background);
}

/** Views that are taken of every colorway; the others show them together. */
export const OF_EACH = { carton: inCarton, pallet: onPallet, detail };
export const TOGETHER = { group };
export { hero };
