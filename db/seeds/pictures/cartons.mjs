// Open and closed corrugated cartons, and pallets.
import { darker, lighter } from './colors.mjs';
import { blur } from './light.mjs';

/** An open corrugated carton; its contents are drawn between back and front. */
export function carton(x, y, width, height, shade) {
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
export function pallet(x, y, cut, shade) {
  const [wide, tall] = [250, 168];
  const rows = [];
  const deck = y - 62;
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < (row === 2 ? 2 : 3); column++)
      rows.push(
        closedCarton(
          x + column * (wide + 3) + (row === 2 ? 20 : 0),
          deck - row * tall,
          wide,
          tall,
          (row + column) % 2 === 0 ? cut : null,
          ((row * 3 + column * 2) % 4) * 0.03,
        ),
      );
  // What lies behind is drawn first: right to left, so that no side face covers a neighbour's front.
  const plank = (top, height, color) =>
    `<rect x="${x - 26}" y="${top}" width="${wide * 3 + 60}" height="${height}" rx="3" fill="${color}"/>`;
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
