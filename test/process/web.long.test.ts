import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { type TestDatabase, testDatabase } from '../support/database';
import { type Run, start, stop, stopAll, until } from '../support/process';
import { startTestServer } from '../support/test-server';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

afterEach(stopAll);

async function anUpload(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  const body = JSON.stringify({ user: { email: 'nobody@example.com', password: 'wrong' } });
  const head = `POST /login HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(head + body.slice(0, 5));
  return {
    finish: async () => {
      socket.write(body.slice(5));
      await once(socket, 'close');
      return answer;
    },
  };
}

test('a stopping web process completes running requests and accepts no others', async () => {
  const server = await startTestServer();
  const request = await anUpload(server.origin);
  await until(async () => (await fetch(`${server.origin}/ready`)).ok);
  const closing = server.close();
  await until(() =>
    fetch(server.origin).then(
      () => false,
      () => true,
    ),
  );
  const answer = await request.finish();
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  await closing;
});

test('a stopping process asks sockets to reconnect', async () => {
  const server = await startTestServer();
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/cable`, ['actioncable-v1-json'], {
    origin: server.origin,
  });
  const frames: string[] = [];
  socket.on('message', (data) => frames.push(String(data)));
  const closed = once(socket, 'close');
  await once(socket, 'open');
  await server.close();
  await closed;
  expect(frames.join()).toMatch(/"type":"disconnect"/);
});

describe('several web processes', () => {
  let database: TestDatabase;
  let run: Run;
  let origin: string;

  beforeAll(async () => {
    database = await testDatabase();
  });

  afterAll(() => database.drop());

  beforeEach(async () => {
    run = start('dist/web.js', {
      DATABASE_URL: database.url,
      WEB_CONCURRENCY: '2',
      PORT: '0',
      DATA_DIR: 'tmp/test-web',
    });
    const [, port] = await run.waitForOutput(/"port":(\d+),"count":2/);
    origin = `http://127.0.0.1:${port}`;
    await until(async () => listening().length === 2);
  });

  const listening = () => [...run.output().matchAll(/web is listening/g)];

  test('share one port, are replaced one by one without a refused request, and stop together', async () => {
    const statuses: (number | string)[] = [];
    let asking = true;
    const visitor = async () => {
      while (asking)
        statuses.push(
          await fetch(`${origin}/up`).then(
            ({ status }) => status,
            (error: Error) => String(error.cause),
          ),
        );
    };
    const visitors = [visitor(), visitor(), visitor()];
    run.child.kill('SIGUSR2');
    await until(async () => listening().length === 4);
    await run.waitForOutput(/replaced/);
    asking = false;
    await Promise.all(visitors);
    expect(statuses.length).toBeGreaterThan(50);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(await stop(run)).toBe(0);
    await expect(fetch(origin)).rejects.toThrow();
  });

  test('one that is killed is replaced', async () => {
    const [, pid] = await run.waitForOutput(/"pid":(\d+)/);
    process.kill(Number(pid), 'SIGKILL');
    await until(async () => listening().length === 3);
    expect((await fetch(`${origin}/up`)).status).toBe(200);
    expect(await stop(run)).toBe(0);
  });
});
