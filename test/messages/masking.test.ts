import fc from 'fast-check';
import { MASK, maskContacts } from '../../server/messages/masking';
import { mayHoldContacts } from '../../server/messages/rules';

const HOST = 'shop.lotwise.test';
const mask = (text: string, codes: string[] = []) => maskContacts(text, { codes, host: HOST });

describe('hidden until payment', () => {
  test.each([
    ['Write to joe@acme.com, ok?', `Write to ${MASK}, ok?`],
    ['JOE@ACME.AGENCY, 60@163.com or 60@163.Com', `${MASK}, ${MASK} or ${MASK}`],
    ['Say joe@acme.com-now', `Say ${MASK}-now`],
    ['mailto:joe@acme.co.uk', MASK],
    ['joe (at) acme dot com', MASK],
    ['joe[at]acme.com', MASK],
    ['joe at acme dot com', MASK],
    ['Call (415) 555-2671.', `Call ${MASK}.`],
    ['+1 415 555 2671 or 415.555.2671', `${MASK} or ${MASK}`],
    ['text 415 555 2671 60 units', `text ${MASK} 60 units`],
    ['+44 20 7946 0958', MASK],
    ['See https://acme.com/catalog?x=1 today', `See ${MASK} today`],
    ['http://acme.de', MASK],
    ['www.acme.de/preise', MASK],
    ['acme.com', MASK],
    ['ACME.IO/join.', `${MASK}.`],
    ['DM @acmehandle!', `DM ${MASK}!`],
    // Full-width and zero-width characters do not get around it.
    ['ｊｏｅ＠ａｃｍｅ．ｃｏｍ', MASK],
    ['jo\u200be@ac\u200dme.c\u2060om', MASK],
    // Neither do digits of other scripts, digits with marks, and other dots.
    ['(٤١٥) ٥٥٥-٢٦٧١', MASK],
    ['call ۴۱۵ ۵۵۵ ۲۶۷۱ now', `call ${MASK} now`],
    ['४१५-५५५-२६७१', MASK],
    ['৪১৫ ৫৫৫ ২৬৭১', MASK],
    ['๔๑๕.๕๕๕.๒๖๗๑', MASK],
    ['𞥔𞥑𞥕 𞥕𞥕𞥕 𞥒𞥖𞥗𞥑', MASK],
    ['𝟺𝟷𝟻-𝟻𝟻𝟻-𝟸𝟼𝟽𝟷', MASK],
    ['4️⃣1️⃣5️⃣ 5️⃣5️⃣5️⃣ 2️⃣6️⃣7️⃣1️⃣', MASK],
    ['④①⑤-⑤⑤⑤-②⑥⑦①', MASK],
    ['4\u03361\u03365\u0336-5\u03365\u03365\u0336-2671', MASK],
    ['joe@acme。com', MASK],
    ['acme。com', MASK],
    ['4\u200b15-555-26\u200b71', MASK],
    [`http://${HOST}@evil.example/x`, `http:${MASK}/x`],
    [`http://${HOST}.evil.example/`, MASK],
  ])('%o', (text, expected) => {
    expect(mask(text)).toBe(expected);
  });
});

/** The zero of each script that Unicode knows. */
function zeros(): number[] {
  const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));
  const found: number[] = [];
  for (let code = 0; code <= 0x1ffff; code++) {
    if (!isDigit(code)) continue;
    found.push(code);
    code += 9;
  }
  return found;
}

test('a phone number is hidden in the digits of every script', () => {
  const scripts = zeros();
  expect(scripts.length).toBeGreaterThan(60);
  for (const zero of scripts) {
    const written = '(415) 555-2671'.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    expect([written, mask(`Call ${written} soon`)]).toEqual([written, `Call ${MASK} soon`]);
    expect(mayHoldContacts(written, HOST)).toBe(true);
  }
});

describe('left alone', () => {
  test.each([
    'UPC 012345678905',
    'UPC 011120120000 60 units',
    '$4.50 each, or 60 @4.50',
    '$47202.52 12 12 60 12',
    'Can do 500@$4.50 delivered',
    '12@1.99',
    '12@1.99ea, 60@4.50/unit',
    'A@B testing',
    '60@12.Can you do 11?',
    'AB-12@4.50',
    '500@4.50 net 30, in the shop',
    '1,000,000 units',
    'PO-100042 and OF-100042',
    '11/22/2026 or 2026-11-22 10:30',
    'Thanks.It works',
    '4.50.no 40.in',
    '12 x 10 x 8 in, 24.5 lb',
    '1Z999AA10123456784',
    '500 Howard Street, Suite 4, San Francisco, CA 94105',
    'Acme Brands, ask for Joe',
    'four one five, five five five',
    'find me on Instagram',
    `https://${HOST}/products/42 and ${HOST}/products/7`,
    '👩‍👩‍👧‍👦 café ½ ™ مرحبا שלום',
    '١٬٠٠٠ × ٤٫٥٠, UPC ٠١٢٣٤٥٦٧٨٩٠٥',
    '在庫は１２００個です。次回は４５０個です。',
    '',
  ])('%o', (text) => {
    expect(mask(text)).toBeNull();
  });

  test('what is around a hidden run keeps every character', () => {
    expect(mask('½ ™ 👩‍👧 ﬁne: joe@acme.com — ½')).toBe(`½ ™ 👩‍👧 ﬁne: ${MASK} — ½`);
  });

  test('codes of the thread that look like phone numbers', () => {
    expect(mask('UPC 4155552671, SKU A-415-555-2672', ['4155552671', 'a-415-555-2672'])).toBeNull();
    expect(mask('4155552671', ['4155552672'])).toBe(MASK);
  });
});

describe('the hint while a text is written', () => {
  test.each([
    'Write to joe@acme.com, ok?',
    'joe (at) acme dot com',
    'joe at acme dot com',
    'Call (415) 555-2671.',
    'text 415 555 2671 60 units',
    'See https://acme.com/catalog?x=1 today',
    'http://acme.de',
    'www.acme.de/preise',
    'acme.com',
    'DM @acmehandle!',
    'ｊｏｅ＠ａｃｍｅ．ｃｏｍ',
    '४१५-५५५-२६७१',
    'acme。com',
  ])('is shown under %o', (text) => {
    expect(mask(text)).not.toBeNull();
    expect(mayHoldContacts(text, HOST)).toBe(true);
  });

  test.each([
    'UPC 012345678905',
    '$4.50 each, or 60 @4.50',
    '1,000,000 units of PO-100042 by 11/22/2026',
    'Thanks.It works',
    '4.50.no 40.in',
    '1Z999AA10123456784',
    `https://${HOST}/products/42 and ${HOST}/products/7`,
    '',
  ])('is not shown under %o', (text) => {
    expect(mayHoldContacts(text, HOST)).toBe(false);
  });
});

/** Everyday words and figures around what is to be found. */
const word = fc.constantFrom(
  'units',
  'at',
  '60',
  '$4.50',
  'each',
  'UPC',
  'Tuesday',
  'and',
  '12',
  ',',
  '.',
  '(',
  '🙂',
  'مرحبا',
);
const around = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const sentence = (inner: fc.Arbitrary<string>) =>
  fc.tuple(around, inner, around).map((parts) => parts.join(' '));

const AREAS = ['212', '305', '312', '415', '503', '602', '713', '808', '907', '917'];
const digits = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((all) => all.join(''));
const phone = fc
  .tuple(fc.constantFrom(...AREAS), fc.integer({ min: 2, max: 9 }), digits(2), digits(4))
  .filter(([, first, rest]) => `${first}${rest}` !== '911' && rest !== '11')
  .map(([area, first, rest, line]) => [area, `${first}${rest}`, line] as const);
const written = fc
  .tuple(
    phone,
    fc.constantFrom(
      ([a, b, c]: readonly string[]) => `(${a}) ${b}-${c}`,
      ([a, b, c]: readonly string[]) => `${a}-${b}-${c}`,
      ([a, b, c]: readonly string[]) => `${a}.${b}.${c}`,
      ([a, b, c]: readonly string[]) => `${a} ${b} ${c}`,
      ([a, b, c]: readonly string[]) => `${a}${b}${c}`,
      ([a, b, c]: readonly string[]) => `+1 ${a} ${b} ${c}`,
      ([a, b, c]: readonly string[]) => `1-${a}-${b}-${c}`,
    ),
  )
  .map(([number, format]) => format(number));

describe('of generated texts', () => {
  const RUNS = { numRuns: 1_000 };

  test('no email address survives', () => {
    fc.assert(
      fc.property(fc.emailAddress(), around, around, (email, before, after) => {
        const masked = mask(`${before} ${email} ${after}`);
        expect(masked).not.toBeNull();
        expect(masked).not.toContain(email);
      }),
      RUNS,
    );
  });

  test('no North American phone number survives', () => {
    fc.assert(
      fc.property(written, around, around, (number, before, after) => {
        const masked = mask(`${before} ${number} ${after}`);
        expect(masked).not.toBeNull();
        expect(masked?.replace(/\D/g, '')).not.toContain(number.replace(/\D/g, ''));
      }),
      RUNS,
    );
  });

  test('no UPC, price or quantity is changed', () => {
    const upc = digits(12).map((code) => `UPC ${code}`);
    const price = fc.integer({ min: 1, max: 99_999_999 }).map((all) => `$${(all / 100).toFixed(2)}`);
    const quantity = fc
      .integer({ min: 1, max: 9_999_999 })
      .map((units) => `${units.toLocaleString('en-US')} units`);
    fc.assert(
      fc.property(sentence(fc.oneof(upc, price, quantity)), (text) => {
        expect(mask(text)).toBeNull();
      }),
      RUNS,
    );
  });

  test('no quantity at a price, a size or a SKU is taken for an address', () => {
    const price = fc
      .tuple(fc.constantFrom('', '$'), fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(2, 0))
      .map(([sign, all, decimals]) => sign + (all / 100).toFixed(decimals));
    const size = fc.constantFrom('XL', 'S/M', '10.5', '12x10x8', '24-pack', '8oz', '1.5L');
    const sku = fc
      .tuple(fc.constantFrom('AB', 'NK.', 'SKU', 'ts_'), fc.constantFrom('-', '', '.'), digits(4), size)
      .map((parts) => parts.join(''));
    const quantity = fc.oneof(
      fc.integer({ min: 1, max: 9_999_999 }).map(String),
      fc.integer({ min: 1, max: 9_999_999 }).map((units) => units.toLocaleString('en-US')),
    );
    const first = fc.oneof(quantity, sku, size);
    const at = fc.constantFrom('@', ' @', '@ ', ' @ ');
    const ending = fc.constantFrom('', ' each', '/ea', 'ea', '. Net 30', '.Thanks', ', delivered', ' net 30');
    fc.assert(
      fc.property(
        first,
        at,
        fc.oneof(fc.tuple(price, ending), fc.tuple(size, fc.constantFrom('', ' each', ', delivered'))),
        (what, sign, [each, end]) => {
          const text = `Can do ${what}${sign}${each}${end}`;
          expect(mask(text)).toBeNull();
          expect(mayHoldContacts(text, HOST)).toBe(false);
        },
      ),
      RUNS,
    );
  });

  test('any text is masked without an error, and once masked stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const masked = mask(text);
        if (masked !== null) expect(mask(masked)).toBeNull();
      }),
      RUNS,
    );
  });

  test('a text of the greatest length takes no time to speak of', () => {
    for (const piece of ['a@', 'a.', '1 ', '(', 'at dot ', 'www.', '@a', '415-', 'http://', 'a at '])
      mask(piece.repeat(2_000).slice(0, 2_000));
  }, 10_000);
});
