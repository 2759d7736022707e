import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { projectRoot } from '../support/roots';

let checkout: string;

/** A small product of two islands, built by our own configuration. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'lotwise-build-'));
  for (const path of [
    'esbuild.config.mjs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'server/boot',
    'server/build',
  ])
    cpSync(join(projectRoot, path), join(checkout, path), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(checkout, 'node_modules'));
  write('server/offers/contract.ts', `export const states = ['draft', 'accepted'];`);
  write('islands/index.ts', `export const islands = [() => import('./cart'), () => import('./my-offers')];`);
  for (const name of ['cart', 'my-offers'])
    write(
      `islands/${name}/index.tsx`,
      `import { states } from '../../server/offers/contract';\nexport default () => <p>${name} {states} ${'and so on '.repeat(200)}</p>;`,
    );
  write('public/stylesheets/application.css', `@import './parts.css';`);
  write('public/stylesheets/staff.css', '');
  write('public/stylesheets/parts.css', `body { background: url('/brand/paper.png') }`);
});

afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), text);
}

const build = (...args: string[]) =>
  execFileSync(process.execPath, ['esbuild.config.mjs', ...args], {
    cwd: checkout,
    encoding: 'utf8',
    stdio: 'pipe',
  });

const readManifest = (folder = 'public/build') =>
  JSON.parse(readFileSync(join(checkout, folder, 'manifest.json'), 'utf8'));

const inPublic = (address: string) => join(checkout, 'public', address);

test('the manifest names every island with all the chunks that it needs, and each of them is there', () => {
  build();
  const { assets, entry, islands } = readManifest();
  expect(Object.keys(islands).sort()).toEqual(['cart', 'my-offers']);
  expect(islands.cart[0]).toMatch(/^\/build\/cart-\w+\.js$/);
  expect(islands.cart.length).toBeGreaterThan(1);
  expect(entry[0]).toBe(assets['index.js']);
  for (const address of [...Object.values<string>(assets), ...entry, ...islands.cart])
    expect(existsSync(inPublic(address))).toBe(true);
  expect(readFileSync(inPublic(assets['application.css']), 'utf8')).toContain('/brand/paper.png');
});

test('what a browser fetches is there compressed, too', () => {
  build();
  const file = inPublic(readManifest().islands.cart[0]);
  expect(brotliDecompressSync(readFileSync(`${file}.br`))).toEqual(readFileSync(file));
  expect(gunzipSync(readFileSync(`${file}.gz`))).toEqual(readFileSync(file));
});

test.each(['server/offers/queries.ts', 'db/connection.ts'])(
  'a browser build that takes in %s is refused by name',
  (path) => {
    write(path, 'export const secret = 1;');
    write(
      'islands/cart/index.tsx',
      `import { secret } from '../../${path.replace('.ts', '')}';\nexport default () => secret;`,
    );
    expect(() => build()).toThrow(`islands/cart/index.tsx imports ${path}`);
  },
);

test('nothing is built twice, and everything that changes is', () => {
  build('--if-stale');
  const first = readManifest().islands.cart[0];
  writeFileSync(join(checkout, 'public/build/manifest.json'), '"untouched"');
  build('--if-stale');
  expect(readManifest()).toBe('untouched');
  write('islands/cart/index.tsx', 'export default () => <p>changed</p>;');
  build('--if-stale');
  expect(readManifest().islands.cart[0]).not.toBe(first);
});

test('pages that are still open find the scripts of the build before', () => {
  build();
  const before = inPublic(readManifest().islands.cart[0]);
  write('islands/cart/index.tsx', 'export default () => <p>changed</p>;');
  build();
  expect(existsSync(before)).toBe(true);
});

test('the build with warnings lies apart and leaves what is delivered as it was', () => {
  build();
  const delivered = readdirSync(join(checkout, 'public/build')).sort();
  build('--development');
  expect(readdirSync(join(checkout, 'public/build')).sort()).toEqual(delivered);
  expect(Object.keys(readManifest('tmp/build').islands).sort()).toEqual(['cart', 'my-offers']);
});

test('React is read while it arrives: none of it waits in a function to be called', () => {
  write(
    'islands/index.ts',
    `import { hydrateRoot } from 'react-dom/client';\nimport { useState } from 'react';\nexport default [hydrateRoot, useState];`,
  );
  build();
  const { entry } = readManifest();
  const scripts = entry.map((address: string) => readFileSync(inPublic(address), 'utf8')).join('\n');
  expect(scripts).toContain('react.dev/errors/');
  expect(scripts).not.toContain('exports:{}');
});
