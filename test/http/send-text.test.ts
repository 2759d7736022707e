import compression from 'compression';
import express from 'express';
import request from 'supertest';
import { sendText } from '../../server/http/send-text';

const texts: Record<string, string> = {
  short: '<p>Hello</p>',
  page: '<p>Wholesale “é”</p>'.repeat(500),
  long: '<p>Wholesale</p>'.repeat(20_000),
};

const app = express()
  .use(compression())
  .get('/:name', (req, res) => sendText(req, res.type('html'), texts[req.params.name] ?? ''));

test.each([
  ['page', 'gzip, deflate, br, zstd', 'br'],
  ['page', 'gzip', 'gzip'],
  ['page', 'br;q=0, gzip', 'gzip'],
  ['page', 'identity', undefined],
  ['page', '', undefined],
  ['short', 'br', undefined],
  ['long', 'br', 'br'],
])('%s for a client that accepts “%s” is encoded as %s', async (name, accepted, encoding) => {
  const answer = await request(app).get(`/${name}`).set('Accept-Encoding', accepted);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers.vary).toBe('Accept-Encoding');
  expect(answer.text).toBe(texts[name]);
});

test('a compressed text has its length, and HEAD has no body', async () => {
  const get = await request(app).get('/page').set('Accept-Encoding', 'br');
  expect(Number(get.headers['content-length'])).toBeLessThan(texts.page?.length ?? 0);
  const head = await request(app).head('/page').set('Accept-Encoding', 'br');
  expect([head.status, head.text]).toEqual([200, undefined]);
});
