// Packaging and goods that the emoji set lacks, drawn here: lit from the upper left, no outlines.
import { darker, lighter, mix } from './colors.mjs';

const round = (color, id) =>
  `<linearGradient id="${id}" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="${darker(color, 0.16)}"/><stop offset=".2" stop-color="${lighter(color, 0.3)}"/><stop offset=".42" stop-color="${color}"/><stop offset=".8" stop-color="${darker(color, 0.14)}"/><stop offset="1" stop-color="${darker(color, 0.34)}"/></linearGradient>`;

const soft = (color, id) =>
  `<linearGradient id="${id}" x1="0" x2="1" y1="0" y2="1"><stop offset="0" stop-color="${lighter(color, 0.28)}"/><stop offset=".5" stop-color="${color}"/><stop offset="1" stop-color="${darker(color, 0.26)}"/></linearGradient>`;

const draw = (defs, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><defs>${defs.join('')}</defs>${body}</svg>`;

const GLOSS =
  '<linearGradient id="gloss" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".65"/><stop offset="1" stop-color="#fff" stop-opacity=".08"/></linearGradient>';

/** A paper label: a mark and two quiet lines, so that nothing pretends to be a real brand. */
const label = (x, y, width, height, color, mark) => {
  const middle = x + width / 2;
  const ink = darker(color, 0.25);
  const drawn = {
    drop: `<path d="M${middle} ${y + height * 0.16}c10 14 16 21 16 29a16 16 0 0 1-32 0c0-8 6-15 16-29z" fill="${ink}"/>`,
    leaf: `<path d="M${middle - 17} ${y + height * 0.42}c0-20 14-30 34-30 0 22-12 34-30 34" fill="${ink}"/><path d="M${middle - 20} ${y + height * 0.52}l22-22" stroke="#fff" stroke-width="3"/>`,
    sun: `<circle cx="${middle}" cy="${y + height * 0.34}" r="15" fill="${ink}"/>`,
    bean: `<ellipse cx="${middle}" cy="${y + height * 0.34}" rx="12" ry="18" transform="rotate(28 ${middle} ${y + height * 0.34})" fill="${ink}"/><path d="M${middle + 7} ${y + height * 0.34 - 13}q-12 12-14 27" stroke="#fff" stroke-width="3" fill="none"/>`,
    paw: `<g fill="${ink}"><ellipse cx="${middle}" cy="${y + height * 0.42}" rx="16" ry="13"/><circle cx="${middle - 19}" cy="${y + height * 0.3}" r="6.5"/><circle cx="${middle - 7}" cy="${y + height * 0.2}" r="7"/><circle cx="${middle + 7}" cy="${y + height * 0.2}" r="7"/><circle cx="${middle + 19}" cy="${y + height * 0.3}" r="6.5"/></g>`,
    wave: `<path d="M${middle - 24} ${y + height * 0.32}q8-10 16 0t16 0 16 0M${middle - 24} ${y + height * 0.42}q8-10 16 0t16 0 16 0" stroke="${ink}" stroke-width="5" fill="none" stroke-linecap="round"/>`,
    flame: `<path d="M${middle} ${y + height * 0.12}c14 14 20 22 20 32a20 20 0 0 1-40 0c0-7 4-12 8-16 2 5 4 7 7 8-2-10 0-17 5-24z" fill="${ink}"/>`,
  }[mark];
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="#fbf7ef" fill-opacity=".94"/><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="url(#shade)"/>${drawn}<rect x="${middle - width * 0.27}" y="${y + height * 0.64}" width="${width * 0.54}" height="5" rx="2.5" fill="${ink}" fill-opacity=".85"/><rect x="${middle - width * 0.18}" y="${y + height * 0.77}" width="${width * 0.36}" height="3.6" rx="1.8" fill="${ink}" fill-opacity=".45"/>`;
};

const SHADE =
  '<linearGradient id="shade" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="#3a2c20" stop-opacity=".12"/><stop offset=".25" stop-color="#fff" stop-opacity=".3"/><stop offset=".6" stop-color="#3a2c20" stop-opacity="0"/><stop offset="1" stop-color="#3a2c20" stop-opacity=".28"/></linearGradient>';

const FLAME = '<path d="M160 34c14 18 20 28 20 40a20 20 0 0 1-40 0c0-12 6-22 20-40z" fill="url(#f)"/>';
const COFFEE = '<ellipse cx="138" cy="88" rx="80" ry="17" fill="#5a3a28"/>';

const BASE = {
  'pump-bottle': (color, mark = 'drop') =>
    draw(
      [round(color, 'a'), round('#f4f1ea', 'b'), SHADE, GLOSS],
      `<path d="M150 34h46c14 0 22 6 24 16h-24v8h-46z" fill="url(#b)"/><rect x="150" y="54" width="22" height="36" fill="url(#b)"/><rect x="132" y="82" width="58" height="30" rx="6" fill="url(#b)"/><path d="M104 150c0-26 18-38 34-38h46c16 0 34 12 34 38v138c0 10-8 16-18 16h-78c-10 0-18-6-18-16z" fill="url(#a)"/>${label(117, 168, 88, 106, color, mark)}<rect x="112" y="132" width="9" height="150" rx="4.5" fill="url(#gloss)"/>`,
    ),
  'dropper-bottle': (color, mark = 'drop') =>
    draw(
      [round(color, 'a'), round('#3d3a40', 'b'), round('#d9c08a', 'c'), SHADE, GLOSS],
      `<path d="M146 24c0-10 28-10 28 0v34h-28z" fill="url(#b)"/><rect x="134" y="56" width="52" height="34" rx="4" fill="url(#c)"/><path d="M138 90h44v12c22 6 34 18 34 40v146c0 9-7 16-16 16h-80c-9 0-16-7-16-16V142c0-22 12-34 34-40z" fill="url(#a)" fill-opacity=".96"/>${label(118, 170, 84, 102, color, mark)}<rect x="112" y="134" width="9" height="148" rx="4.5" fill="url(#gloss)"/>`,
    ),
  'cream-jar': (color, mark = 'leaf') =>
    draw(
      [round(lighter(color, 0.55), 'a'), round(color, 'b'), SHADE, GLOSS],
      `<rect x="56" y="88" width="208" height="66" rx="12" fill="url(#b)"/><rect x="56" y="134" width="208" height="20" fill="${darker(color, 0.35)}" fill-opacity=".25"/><path d="M48 156h224v104c0 18-14 32-32 32H80c-18 0-32-14-32-32z" fill="url(#a)"/>${label(104, 168, 112, 92, color, mark)}<rect x="66" y="96" width="14" height="46" rx="7" fill="url(#gloss)"/><rect x="60" y="164" width="12" height="96" rx="6" fill="url(#gloss)"/>`,
    ),
  tube: (color, mark = 'wave') =>
    draw(
      [round(color, 'a'), round('#f4f1ea', 'b'), SHADE, GLOSS],
      `<path d="M92 22h136l-2 20c-6 90-16 140-26 206h-80C110 182 100 132 94 42z" fill="url(#a)"/><rect x="92" y="22" width="136" height="18" fill="${darker(color, 0.3)}" fill-opacity=".22"/><path d="M122 248h76l-4 50c0 5-4 8-9 8h-50c-5 0-9-3-9-8z" fill="url(#b)"/>${label(120, 84, 80, 104, color, mark)}<path d="M108 48c4 70 10 130 18 190h8c-8-60-13-120-15-190z" fill="url(#gloss)"/>`,
    ),
  perfume: (color, mark = 'sun') =>
    draw(
      [soft(lighter(color, 0.25), 'a'), round('#d9c08a', 'b'), soft(color, 'c'), SHADE, GLOSS],
      `<rect x="132" y="30" width="56" height="56" rx="8" fill="url(#b)"/><rect x="144" y="84" width="32" height="20" fill="url(#b)"/><rect x="72" y="102" width="176" height="200" rx="24" fill="url(#a)"/><path d="M84 170c40-14 110 12 152-4v104c0 11-9 20-20 20H104c-11 0-20-9-20-20z" fill="url(#c)" fill-opacity=".75"/>${label(112, 158, 96, 92, color, mark)}<rect x="84" y="116" width="14" height="168" rx="7" fill="url(#gloss)"/>`,
    ),
  pouch: (color, mark = 'bean') =>
    draw(
      [soft(color, 'a'), SHADE, GLOSS],
      `<path d="M76 22h168l2 26c14 60 20 170 14 246 0 6-5 10-11 10H71c-6 0-11-4-11-10-6-76 0-186 14-246z" fill="url(#a)"/><path d="M76 22h168l2 22H74z" fill="${darker(color, 0.2)}"/><path d="M60 270c60 18 140 18 200 0v24c0 6-5 10-11 10H71c-6 0-11-4-11-10z" fill="${darker(color, 0.4)}" fill-opacity=".28"/><path d="M74 48h172" stroke="#fff" stroke-opacity=".35" stroke-width="3"/>${label(104, 92, 112, 140, color, mark)}<path d="M84 56c-10 60-14 130-12 206 6 2 10 4 16 5-4-80 0-150 10-211z" fill="url(#gloss)" fill-opacity=".7"/>`,
    ),
  'slim-can': (color, mark = 'wave') =>
    draw(
      [round(color, 'a'), round('#cfd2d6', 'b'), SHADE, GLOSS],
      `<path d="M112 20h96l12 22v8H100v-8z" fill="url(#b)"/><path d="M98 46h124c4 6 6 10 6 18v198c0 8-2 12-6 18H98c-4-6-6-10-6-18V64c0-8 2-12 6-18z" fill="url(#a)"/><path d="M98 280h124l-10 22H108z" fill="url(#b)"/><circle cx="160" cy="132" r="42" fill="#fff" fill-opacity=".9"/><path d="M134 128q9-12 18 0t18 0 18 0M134 146q9-12 18 0t18 0 18 0" stroke="${darker(color, 0.2)}" stroke-width="6" fill="none" stroke-linecap="round"/><rect x="122" y="204" width="76" height="8" rx="4" fill="#fff" fill-opacity=".85"/><rect x="138" y="222" width="44" height="5" rx="2.5" fill="#fff" fill-opacity=".6"/><rect x="102" y="58" width="11" height="208" rx="5.5" fill="url(#gloss)"/>${mark ? '' : ''}`,
    ),
  'sauce-bottle': (color, mark = 'flame') =>
    draw(
      [round(color, 'a'), round('#3d3a40', 'b'), SHADE, GLOSS],
      `<rect x="138" y="14" width="44" height="40" rx="6" fill="url(#b)"/><path d="M142 52h36v44c0 22 38 34 38 74v116c0 10-8 18-18 18h-76c-10 0-18-8-18-18V170c0-40 38-52 38-74z" fill="url(#a)"/>${label(108, 176, 104, 100, color, mark)}<path d="M148 58v42c0 26-34 42-34 74v108h9V174c0-28 34-46 34-74V58z" fill="url(#gloss)"/>`,
    ),
  'retail-box': (color, mark = 'leaf') =>
    draw(
      [soft(color, 'a'), soft(darker(color, 0.22), 'b'), SHADE],
      `<path d="M58 78l40-40h180l-34 40z" fill="${lighter(color, 0.4)}"/><path d="M244 78l34-40v222l-34 44z" fill="url(#b)"/><rect x="58" y="78" width="186" height="226" fill="url(#a)"/>${label(92, 118, 118, 140, color, mark)}`,
    ),
  'pet-bowl': (color) =>
    draw(
      [round(color, 'a'), soft('#b9835a', 'k'), round(lighter(color, 0.2), 'r')],
      `<ellipse cx="160" cy="150" rx="128" ry="40" fill="url(#r)"/><ellipse cx="160" cy="152" rx="110" ry="30" fill="${darker(color, 0.4)}"/><g fill="url(#k)"><circle cx="92" cy="148" r="14"/><circle cx="118" cy="140" r="16"/><circle cx="148" cy="136" r="17"/><circle cx="180" cy="136" r="16"/><circle cx="210" cy="141" r="15"/><circle cx="232" cy="150" r="12"/><circle cx="104" cy="158" r="14"/><circle cx="134" cy="156" r="16"/><circle cx="166" cy="154" r="17"/><circle cx="198" cy="157" r="15"/><circle cx="220" cy="160" r="11"/></g><path d="M32 150c0 22 57 40 128 40s128-18 128-40c6 30 14 60 24 84 6 16-4 26-24 26H32c-20 0-30-10-24-26 10-24 18-54 24-84z" fill="url(#a)"/><g fill="#fff" fill-opacity=".9"><ellipse cx="160" cy="232" rx="17" ry="13"/><circle cx="139" cy="218" r="7"/><circle cx="152" cy="208" r="7.5"/><circle cx="168" cy="208" r="7.5"/><circle cx="181" cy="218" r="7"/></g>`,
    ),
  'pet-bed': (color) =>
    draw(
      [soft(color, 'a'), soft(lighter(color, 0.6), 'b'), round(color, 'c')],
      `<path d="M14 190c0-56 60-96 146-96s146 40 146 96v34c0 32-64 58-146 58S14 256 14 224z" fill="url(#c)"/><ellipse cx="160" cy="182" rx="146" ry="78" fill="url(#a)"/><ellipse cx="160" cy="186" rx="108" ry="52" fill="${darker(color, 0.35)}"/><ellipse cx="160" cy="196" rx="104" ry="48" fill="url(#b)"/><path d="M76 190c30-22 138-24 168 0" stroke="${darker(color, 0.1)}" stroke-opacity=".2" stroke-width="4" fill="none"/>`,
    ),
  collar: (color) =>
    draw(
      [soft(color, 'a'), soft('#d8b45c', 'g'), round('#c9ccd1', 's')],
      `<ellipse cx="160" cy="140" rx="122" ry="80" fill="none" stroke="${darker(color, 0.35)}" stroke-width="34"/><ellipse cx="160" cy="132" rx="122" ry="80" fill="none" stroke="url(#a)" stroke-width="30"/><ellipse cx="160" cy="132" rx="122" ry="80" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2.5" stroke-dasharray="9 8"/><rect x="130" y="188" width="60" height="46" rx="8" fill="none" stroke="url(#s)" stroke-width="11"/><circle cx="160" cy="248" r="9" fill="none" stroke="url(#s)" stroke-width="6"/><circle cx="160" cy="282" r="30" fill="url(#g)"/><g fill="#8a6a22"><ellipse cx="160" cy="289" rx="10" ry="8"/><circle cx="147" cy="280" r="4"/><circle cx="155" cy="273" r="4.4"/><circle cx="165" cy="273" r="4.4"/><circle cx="173" cy="280" r="4"/></g>`,
    ),
  leash: (color) =>
    draw(
      [soft(color, 'a'), round('#c9ccd1', 's')],
      `<g fill="none" stroke-linecap="round"><path d="M70 90c40-60 170-50 176 24 6 70-150 60-146 118 4 50 110 44 150 26" stroke="${darker(color, 0.35)}" stroke-width="24" transform="translate(2 6)"/><path d="M70 90c40-60 170-50 176 24 6 70-150 60-146 118 4 50 110 44 150 26" stroke="url(#a)" stroke-width="22"/><path d="M70 90c40-60 170-50 176 24 6 70-150 60-146 118 4 50 110 44 150 26" stroke="#fff" stroke-opacity=".5" stroke-width="2.5" stroke-dasharray="10 9"/><circle cx="54" cy="112" r="30" stroke="url(#a)" stroke-width="18"/><path d="M250 258l14-6" stroke="#8b8f96" stroke-width="16"/><ellipse cx="284" cy="240" rx="12" ry="24" transform="rotate(50 284 240)" stroke="url(#s)" stroke-width="9"/></g>`,
    ),
  'jar-candle': (color, mark = 'flame') =>
    draw(
      [
        round(mix(color, '#ffffff', 0.35), 'a'),
        round('#f6ecd8', 'w'),
        SHADE,
        GLOSS,
        '<radialGradient id="f" cx=".5" cy=".7" r=".6"><stop offset="0" stop-color="#fff6cf"/><stop offset=".6" stop-color="#ffc861"/><stop offset="1" stop-color="#f08d3c"/></radialGradient>',
      ],
      `${FLAME}<rect x="157" y="84" width="6" height="36" fill="#4b3a2f"/><ellipse cx="160" cy="126" rx="96" ry="22" fill="url(#w)"/><path d="M62 118c0 16 44 28 98 28s98-12 98-28v158c0 16-12 28-28 28H90c-16 0-28-12-28-28z" fill="url(#a)"/><ellipse cx="160" cy="120" rx="98" ry="26" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="4"/>${label(110, 176, 100, 98, color, mark)}<rect x="72" y="150" width="12" height="136" rx="6" fill="url(#gloss)"/>`,
    ),
  pillow: (color) =>
    draw(
      [soft(color, 'a')],
      `<path d="M40 62c-14-16-2-26 14-20 66 18 146 18 212 0 16-6 28 4 14 20-16 60-16 136 0 196 14 16 2 26-14 20-66-18-146-18-212 0-16 6-28-4-14-20 16-60 16-136 0-196z" fill="url(#a)"/><g stroke="${lighter(color, 0.55)}" stroke-width="7" stroke-opacity=".75" fill="none"><path d="M98 62v196M160 56v208M222 62v196"/><path d="M60 110h200M56 160h208M60 210h200"/></g><path d="M52 56c10 50 10 150 0 208" stroke="#fff" stroke-opacity=".35" stroke-width="6" fill="none"/>`,
    ),
  towels: (color) =>
    draw(
      [round(color, 'a'), round(lighter(color, 0.45), 'b'), round(darker(color, 0.22), 'c')],
      ['c', 'b', 'a']
        .map((fill, at) => {
          const y = 226 - at * 66;
          return `<path d="M40 ${y}h214a33 33 0 0 1 0 66H40c-12-18-12-48 0-66z" fill="url(#${fill})"/><path d="M254 ${y + 10}a23 23 0 0 1 0 46M60 ${y + 33}h190" stroke="#fff" stroke-opacity=".4" stroke-width="4" fill="none"/><path d="M84 ${y}v66M96 ${y}v66" stroke="#fff" stroke-opacity=".35" stroke-width="4"/>`;
        })
        .join(''),
    ),
  mug: (color) =>
    draw(
      [round(color, 'a'), GLOSS],
      `<path d="M222 128c44-10 70 12 70 50s-30 62-74 58" fill="none" stroke="${darker(color, 0.22)}" stroke-width="24"/><path d="M44 84h188v170c0 24-18 42-42 42H86c-24 0-42-18-42-42z" fill="url(#a)"/><ellipse cx="138" cy="84" rx="94" ry="24" fill="${lighter(color, 0.45)}"/>${COFFEE}<rect x="58" y="118" width="13" height="140" rx="6.5" fill="url(#gloss)"/>`,
    ),
  plates: (color) =>
    draw(
      [soft(lighter(color, 0.35), 'a'), soft(color, 'b')],
      [0, 1, 2, 3]
        .map((at) => {
          const y = 240 - at * 24;
          return `<path d="M18 ${y}c0 30 64 54 142 54s142-24 142-54v-8H18z" fill="${darker(color, 0.25)}" fill-opacity=".85"/><ellipse cx="160" cy="${y - 6}" rx="142" ry="48" fill="url(#${at % 2 ? 'a' : 'b'})"/>`;
        })
        .join('') +
        `<ellipse cx="160" cy="164" rx="96" ry="30" fill="${darker(color, 0.1)}" fill-opacity=".35"/><ellipse cx="160" cy="168" rx="94" ry="28" fill="url(#a)"/>`,
    ),
  tumbler: (color) =>
    draw(
      [round(color, 'a'), round('#d5d8dc', 'b'), round('#46484f', 'c'), GLOSS],
      `<rect x="188" y="2" width="12" height="70" rx="6" fill="${lighter(color, 0.3)}" transform="rotate(8 194 40)"/><path d="M88 56h144l4 26H84z" fill="url(#c)"/><path d="M88 80h144l-16 190c-1 18-10 28-26 28h-60c-16 0-25-10-26-28z" fill="url(#a)"/><path d="M104 262h112l-1 12c-1 16-10 24-25 24h-60c-15 0-24-8-25-24z" fill="url(#b)"/><path d="M98 92l13 164h10L112 92z" fill="url(#gloss)"/>`,
    ),
  blocks: (color) =>
    draw(
      [soft(color, 'a'), soft('#dda63f', 'b'), soft('#82b4d8', 'c')],
      [
        ['a', 26, 178],
        ['b', 166, 178],
        ['c', 96, 50],
      ]
        .map(
          ([fill, x, y], at) =>
            `<rect x="${x}" y="${y}" width="126" height="126" rx="14" fill="url(#${fill})"/><rect x="${x + 14}" y="${y + 14}" width="98" height="98" rx="9" fill="#fbf3e2" fill-opacity=".88"/>${[
              '<path d="M-30 28L0-32 30 28z" fill="#c2673f"/>',
              '<circle r="31" fill="#368f8c"/>',
              '<rect x="-28" y="-28" width="56" height="56" rx="5" fill="#7d5485"/>',
            ][at]
              .replace('<path', `<path transform="translate(${x + 63} ${y + 63})"`)
              .replace('<circle', `<circle cx="${x + 63}" cy="${y + 63}"`)
              .replace('<rect', `<rect transform="translate(${x + 63} ${y + 63})"`)}`,
        )
        .join(''),
    ),
  'stacking-rings': (color) =>
    draw(
      [
        round('#e0b98a', 'p'),
        ...['#3a5078', '#368f8c', '#93ac8c', '#dda63f', color].map((one, at) => round(one, `r${at}`)),
      ],
      `<rect x="148" y="22" width="24" height="240" rx="12" fill="url(#p)"/>${[134, 114, 96, 78, 60].map((half, at) => `<rect x="${160 - half}" y="${236 - at * 44}" width="${half * 2}" height="48" rx="24" fill="url(#r${at})"/>`).join('')}<path d="M30 284h260v8c0 8-6 14-14 14H44c-8 0-14-6-14-14z" fill="url(#p)"/>`,
    ),
  'phone-case': (color) =>
    draw(
      [soft(color, 'a'), soft('#34363d', 'b')],
      `<rect x="84" y="14" width="152" height="292" rx="32" fill="${darker(color, 0.3)}"/><rect x="84" y="12" width="148" height="288" rx="30" fill="url(#a)"/><rect x="98" y="28" width="70" height="72" rx="20" fill="${darker(color, 0.35)}"/><circle cx="119" cy="50" r="14" fill="url(#b)"/><circle cx="148" cy="78" r="14" fill="url(#b)"/><circle cx="119" cy="50" r="5" fill="#7d92b8"/><circle cx="148" cy="78" r="5" fill="#7d92b8"/><path d="M96 120c2 60 0 110 2 156" stroke="#fff" stroke-opacity=".4" stroke-width="5" stroke-linecap="round"/>`,
    ),
};

const emptied = (shape, what, instead) => (color, mark) =>
  BASE[shape](color, mark).replace(what, instead(color));

export const SHAPES = {
  ...BASE,
  'jar-candle-unlit': emptied('jar-candle', FLAME, () => ''),
  'mug-empty': emptied(
    'mug',
    COFFEE,
    (color) => `<ellipse cx="138" cy="88" rx="80" ry="17" fill="${darker(color, 0.3)}"/>`,
  ),
  'pet-bowl-empty': emptied('pet-bowl', /<g fill="url\(#k\)">.*?<\/g>/, () => ''),
};
