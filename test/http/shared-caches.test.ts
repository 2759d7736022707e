import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { publicUrl, sizeOf } from '../../server/storage/keys';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const FOR_GOOD = 'public, max-age=31536000, immutable';

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.origin}${path}`, {
    headers: { Accept: '*/*', 'Accept-Encoding': 'identity', ...headers },
  });
  const { headers: received, status } = answer;
  const text = await answer.text();
  return {
    control: received.get('cache-control'),
    sets: received.getSetCookie(),
    vary: (received.get('vary') ?? '').split(/,\s*/).filter(Boolean),
    text,
    representation: [status, received.get('content-type'), received.get('content-encoding'), text].join('\n'),
  };
}

async function builtAddresses() {
  const { text } = await ask('/', { Accept: 'text/html' });
  const patterns = [/\/build\/index-\w+\.js/, /\/build\/application-\w+\.css/, /\/build\/mugs-\w+\.webp/];
  return [...patterns, /\/build\/logo-\w+\.svg/].map((pattern) => pattern.exec(text)?.[0] ?? `${pattern}`);
}

async function storedPicture() {
  const key = randomUUID();
  const webp = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#8a3' } })
    .webp()
    .toBuffer();
  await app.services.store.put(sizeOf(key, 400), webp, 'image/webp');
  return publicUrl(key, 400);
}

async function signedInCookie() {
  const factory = new Factory(app);
  return (await factory.as(await factory.aBuyer())).cookieHeader;
}

test('what is cached for good differs only by the headers that Vary names', async () => {
  const cookie = await signedInCookie();
  const others = { 'Accept-Encoding': 'br', Accept: 'text/html', Cookie: cookie };
  const paths = [...(await builtAddresses()), '/fonts/figtree-text-5.3.woff2', await storedPicture()];
  for (const path of paths) {
    const first = await ask(path);
    expect([path, first.control, first.sets]).toEqual([path, expect.stringMatching(FOR_GOOD), []]);
    for (const [name, value] of Object.entries(others)) {
      const second = await ask(path, { [name]: value });
      if (second.representation !== first.representation)
        expect([path, second.vary]).toEqual([path, expect.arrayContaining([name])]);
      expect([path, second.vary]).toEqual([path, first.vary]);
    }
    expect(first.vary.filter((name) => name !== 'Accept-Encoding')).toEqual([]);
  }
});

test('pictures and fonts have no Vary', async () => {
  const [, , picture = ''] = await builtAddresses();
  for (const path of [picture, '/fonts/figtree-text-5.3.woff2', await storedPicture()])
    expect([path, (await ask(path, { 'Accept-Encoding': 'br' })).vary]).toEqual([path, []]);
});

test('the pictures of the brand keep their plain addresses, for mails and link previews', async () => {
  const first = await ask('/brand/share.png');
  expect(first.representation).toMatch(/^200\nimage\/png/);
  expect(first.control).not.toMatch(/immutable/);
});

test.each(['/', '/sign_in', '/contact_us'])('the page %s stays out of shared caches', async (path) => {
  const [plain, compressed] = await Promise.all(
    ['identity', 'br'].map((encoding) => ask(path, { Accept: 'text/html', 'Accept-Encoding': encoding })),
  );
  expect(plain?.control).toMatch(/^private/);
  expect(compressed?.representation).toMatch(/^200\ntext\/html; charset=utf-8\nbr/);
  for (const answer of [plain, compressed]) expect(answer?.vary).toContain('Accept-Encoding');
});
