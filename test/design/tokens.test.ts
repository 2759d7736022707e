import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildSync } from 'esbuild';

const folder = join(__dirname, '../../public/stylesheets');
const tokens = readFileSync(join(folder, 'tokens.css'), 'utf8');

type Scheme = 'light' | 'dark';

/** The two blocks of colors: what stands before `@media print` is dark, what follows is light. */
const [darkBlock = '', lightBlock = ''] = tokens
  .split('@media print')
  .map((part) => part.split(/^\}/m)[0] ?? '');
const colorsOf = (block: string) =>
  new Map([...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
const colors: Record<Scheme, Map<string, string>> = {
  light: colorsOf(lightBlock),
  dark: colorsOf(darkBlock),
};

function color(name: string, scheme: Scheme): string {
  const value = colors[scheme].get(`--${name}`);
  if (!value?.startsWith('#')) throw new Error(`--${name} is no color`);
  return value;
}

test('light and dark name the same colors', () => {
  expect(colors.light.size).toBeGreaterThan(30);
  expect([...colors.dark.keys()]).toEqual([...colors.light.keys()]);
});

/** Selectors of the rules that set `color-scheme: dark`; nested ones joined with their parents. */
function darkParts(css: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const line of css.split('\n').map((text) => text.trim())) {
    if (line.endsWith('{')) open.push(line.slice(0, -1).trim());
    else if (line === '}') open.pop();
    else if (line === 'color-scheme: dark;')
      found.push(open.reduce((parent, selector) => selector.replace('&', parent), ''));
  }
  return found;
}

test('every part that is dark on light pages is listed in the dark block', () => {
  const listed = /^:root,([^{]*)\{/m
    .exec(darkBlock)?.[1]
    ?.split(',')
    .map((selector) => selector.trim());
  const parts = readdirSync(folder).flatMap((file) => darkParts(readFileSync(join(folder, file), 'utf8')));
  expect(listed?.toSorted()).toEqual(parts.toSorted());
});

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['paper', 'surface', 'sunken', 'hover'];
const words = ['ink', 'ink-2', 'ink-3', 'accent', 'red', 'green'];
const pairs: [string, string][] = [
  ...surfaces.flatMap((surface) => words.map((word): [string, string] => [word, surface])),
  ...['accent', 'red', 'green', 'yellow', 'gray'].map((tone): [string, string] => [
    `${tone}-ink`,
    `${tone}-soft`,
  ]),
  ['on-ink', 'ink'],
  ['on-ink', 'ink-hover'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
];

describe.each<Scheme>(['light', 'dark'])('in the %s scheme', (scheme) => {
  test.each(pairs)('--%s can be read on --%s', (text, ground) => {
    expect(contrast(color(text, scheme), color(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['paper', 'surface'])('the border of a field stands out from --%s', (ground) => {
    expect(contrast(color('line-strong', scheme), color(ground, scheme))).toBeGreaterThanOrEqual(3);
  });
});

test('the stylesheet is at most 20 KB on its way', () => {
  const { outputFiles } = buildSync({
    entryPoints: [join(folder, 'application.css')],
    bundle: true,
    minify: true,
    write: false,
    external: ['/fonts/*', '/brand/*'],
    target: ['chrome109', 'firefox115', 'safari16.4'],
  });
  expect(brotliCompressSync(outputFiles[0]?.contents ?? new Uint8Array()).length).toBeLessThan(20_000);
});

// The mark's own colors, and the footer's, are the same in both schemes.
const drawn = new Set(['tokens.css', 'landing.css', 'print.css', 'footer.css', 'auth.css']);

test.each(readdirSync(folder).filter((file) => !drawn.has(file)))(
  '%s takes its greys and accents from the tokens',
  (file) => {
    const outside = readFileSync(join(folder, file), 'utf8').match(/#[0-9a-f]{3,8}\b(?=[;,\s)])/gi);
    expect((outside ?? []).filter((hex) => !/^#(fff|000)$/i.test(hex))).toEqual([]);
  },
);
