import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { errorHandler } from '../../server/http/errors';

const reported: unknown[] = [];
const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const canceled = Object.assign(new Error('canceling statement due to user request'), { code: '57014' });
const aborted = Object.assign(new Error('current transaction is aborted'), { code: '25P02' });
const broken = new Error('a defect');

const app = express()
  .get('/ended/:name', (req, res) => {
    res.status(503).end('late');
    throw { canceled, aborted, broken }[req.params.name];
  })
  .get('/begun', (_req, res) => {
    res.write('half');
    throw broken;
  })
  .use(
    errorHandler({
      wantsPage: () => false,
      sendPage: async () => undefined,
      beforeResponse: () => undefined,
      report: (error) => reported.push(error),
    }),
  );
const server = createServer(app);
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  printed.mockRestore();
});
beforeEach(() => reported.splice(0));
afterEach(() => expect(printed).not.toHaveBeenCalled());

test.each([
  ['canceled', []],
  ['aborted', []],
  ['broken', [broken]],
])(
  'a request that fails after its answer (%s) is reported unless its deadline ended it',
  async (name, expected) => {
    const answer = await fetch(`${origin}/ended/${name}`);
    expect([answer.status, await answer.text()]).toEqual([503, 'late']);
    expect(reported).toEqual(expected);
  },
);

test('an answer that fails halfway is cut off and reported', async () => {
  await expect(fetch(`${origin}/begun`).then((answer) => answer.text())).rejects.toThrow();
  expect(reported).toEqual([broken]);
});
