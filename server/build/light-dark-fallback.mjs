import { readFileSync } from 'node:fs';

/** Dark in both schemes: without light-dark(), `color-scheme` alone changes nothing. */
const ALWAYS_DARK = '.landing-dark, .site-footer.dark, .toast, .bulk-bar';

/** Splits `light-dark(a, b)` at its top-level comma. */
function halves(text, at) {
  let depth = 0;
  let comma = 0;
  for (let index = at; ; index++) {
    if (text[index] === '(') depth++;
    else if (text[index] === ',' && depth === 1) comma ||= index;
    else if (text[index] === ')' && --depth === 0)
      return {
        light: text.slice(at + 1, comma).trim(),
        dark: text.slice(comma + 1, index).trim(),
        end: index + 1,
      };
  }
}

const NAME = 'light-dark';

function plain(value, side) {
  const at = value.indexOf(`${NAME}(`);
  if (at < 0) return value;
  const found = halves(value, at + NAME.length);
  return value.slice(0, at) + found[side] + plain(value.slice(found.end), side);
}

/** Appends the tokens' pairs for browsers without light-dark(). */
export function withPlainColours(tokens) {
  const pairs = [...tokens.matchAll(/(--[\w-]+): ([^;]*light-dark\([^;]*);/g)];
  const of = (side) => pairs.map(([, name, value]) => `${name}: ${plain(value, side)};`).join(' ');
  return `${tokens}
@supports not (color: light-dark(#000, #fff)) {
  :root { ${of('light')} }
  @media screen and (prefers-color-scheme: dark) { :root { ${of('dark')} } }
  ${ALWAYS_DARK} { ${of('dark')} }
}
`;
}

export const lightDarkFallback = {
  name: 'plain-colours',
  setup(build) {
    build.onLoad({ filter: /stylesheets\/tokens\.css$/ }, ({ path }) => ({
      contents: withPlainColours(readFileSync(path, 'utf8')),
      loader: 'css',
    }));
  },
};
