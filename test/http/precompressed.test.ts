import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { precompressed } from '../../server/http/precompressed';

const folder = mkdtempSync(join(tmpdir(), 'lotwise-precompressed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCRIPT = 'export const words = "many words";';
writeFileSync(join(folder, 'page.js'), SCRIPT);
writeFileSync(join(folder, 'page.js.br'), brotliCompressSync(SCRIPT));
writeFileSync(join(folder, 'page.js.gz'), gzipSync(SCRIPT));
writeFileSync(join(folder, 'small.js'), SCRIPT);

const app = express().use('/build', precompressed(folder), express.static(folder));

const get = (path: string, encodings: string) => request(app).get(path).set('Accept-Encoding', encodings);

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
])('whoever accepts %s gets %s', async (accepted, sent) => {
  const answer = await get('/build/page.js', accepted).buffer(true);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-encoding']).toBe(sent);
  expect(answer.headers['content-type']).toMatch(/^text\/javascript/);
  expect(answer.headers.vary).toBe('Accept-Encoding');
  if (sent !== 'br') expect(answer.text).toBe(SCRIPT);
});

test('files too small to compress are sent uncompressed', async () => {
  const answer = await get('/build/small.js', 'br');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.text).toBe(SCRIPT);
});

test.each(['/build/missing.js', '/build/%2e%2e/page.js', '/build/..%2fpage.js'])(
  '%s is not there',
  async (path) => {
    expect((await get(path, 'br')).status).toBeGreaterThanOrEqual(400);
  },
);
