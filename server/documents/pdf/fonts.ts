import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export const WEIGHTS = { regular: 400, bold: 600 } as const;
export type Weight = keyof typeof WEIGHTS;

export interface FontFiles {
  readonly name: string;
  readonly file: (root: string, weight: Weight) => string;
}

/** Of @fontsource 5.3 (noto-emoji: 5.3.2), unpacked: to unpack WOFF takes most of the time of a short document. */
const shipped = (font: string, subset: string, name = subset): FontFiles => ({
  name,
  file: (root, weight) => join(root, `public/fonts/pdf/${font}-${subset}-${WEIGHTS[weight]}.ttf`),
});

export const LATIN = shipped('figtree', 'latin');
export const FIGTREE = [LATIN, shipped('figtree', 'latin-ext')];

const NOTO_SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];

/** The package exports its index alone. */
const hanFonts = (root: string) =>
  join(dirname(createRequire(join(root, 'package.json')).resolve('@embedpdf/fonts-sc')), '../fonts');

/** Tried in this order for a character that Figtree has not. */
export const FALLBACKS: readonly FontFiles[] = [
  ...NOTO_SUBSETS.map((subset) => shipped('noto-sans', subset, `noto-${subset}`)),
  {
    name: 'han',
    file: (root, weight) =>
      join(hanFonts(root), `NotoSansHans-${weight === 'bold' ? 'Bold' : 'Regular'}.otf`),
  },
  { name: 'emoji', file: (root) => join(root, 'public/fonts/pdf/noto-emoji-emoji-400.ttf') },
];
