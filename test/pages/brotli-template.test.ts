import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { compressTemplate } from '../../server/pages/brotli-template';
import { fillsOf, fillTemplate, fitsHoles, MARKS, toTemplate } from '../../server/pages/page-template';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '<p>Wholesale “é” €</p>'.repeat(80),
    '">\n<meta name="csp-nonce" content="',
    'a'.repeat(5_000),
  ),
);
const mark = fc.constantFrom(MARKS.csrfToken, MARKS.nonce);
const page = fc.array(fc.oneof(text, mark), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));

const filled = (html: string, { csrfToken, nonce }: typeof MARKS) =>
  html.replaceAll(MARKS.csrfToken, csrfToken).replaceAll(MARKS.nonce, nonce);

test('a template is the page with other values in its holes', () => {
  fc.assert(
    fc.property(page, (html) => {
      const fills = fillsOf('x');
      expect(fillTemplate(toTemplate(html), fills).equals(Buffer.from(filled(html, fills)))).toBe(true);
    }),
  );
});

test('a compressed template is the same page for everyone', async () => {
  let compressed = 0;
  await fc.assert(
    fc.asyncProperty(page, async (html) => {
      const template = await compressTemplate(toTemplate(html));
      if (!template) return;
      compressed += 1;
      for (const fills of ['x', '0', '-', ' ', 'Z'].map(fillsOf))
        expect(brotliDecompressSync(fillTemplate(template, fills)).toString()).toBe(filled(html, fills));
    }),
    { numRuns: 300 },
  );
  expect(compressed).toBeGreaterThan(200);
});

test('a page of the usual kind is compressed around its holes', async () => {
  const row = (n: number) => `<li><a href="/products/${n}">Product ${n}</a><b>$${n}.99</b></li>`;
  const rows = Array.from({ length: 300 }, (_, n) => row(n)).join('');
  const html = `<meta content="${MARKS.csrfToken}"><meta content="${MARKS.nonce}">${rows}<input value="${MARKS.csrfToken}">`;
  const template = await compressTemplate(toTemplate(html));
  expect(template?.holes.map(({ hole }) => hole)).toEqual(['csrfToken', 'nonce', 'csrfToken']);
  expect(template?.bytes.length).toBeLessThan(html.length / 6);
});

test('only values of one length fit', () => {
  expect(fitsHoles(fillsOf('x'))).toBe(true);
  expect(fitsHoles({ ...fillsOf('x'), csrfToken: '' })).toBe(false);
});
