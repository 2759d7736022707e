import { dirname, join } from 'node:path';

export const WEIGHTS = { regular: 400, bold: 600 } as const;
export type Weight = keyof typeof WEIGHTS;

type Resolve = (module: string) => string;

export interface FontFiles {
  readonly name: string;
  readonly file: (weight: Weight, resolve: Resolve) => string;
}

const fontsource = (font: string, subset: string): FontFiles => ({
  name: subset,
  file: (weight, resolve) =>
    resolve(`@fontsource/${font}/files/${font}-${subset}-${WEIGHTS[weight]}-normal.woff`),
});

export const LATIN = fontsource('figtree', 'latin');
export const FIGTREE = [LATIN, fontsource('figtree', 'latin-ext')];

const NOTO_SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];

/** Tried in this order for a character that Figtree has not. */
export const FALLBACKS: readonly FontFiles[] = [
  ...NOTO_SUBSETS.map((subset) => ({ ...fontsource('noto-sans', subset), name: `noto-${subset}` })),
  {
    name: 'han',
    // The package exports its index alone.
    file: (weight, resolve) =>
      join(
        dirname(resolve('@embedpdf/fonts-sc')),
        `../fonts/NotoSansHans-${weight === 'bold' ? 'Bold' : 'Regular'}.otf`,
      ),
  },
  {
    name: 'emoji',
    file: (_weight, resolve) => resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
  },
];
