import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { clientAddress } from '../../server/admission/address';
import { limitConnections } from '../../server/admission/connection-limit';
import { SlowReaders } from '../../server/admission/slow-readers';
import { FakeClock } from './fake-clock';

test('the address is the one that the outermost trusted proxy saw', () => {
  const from = (forwarded: string, proxies: number) =>
    clientAddress(
      { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } } as never,
      proxies,
    );
  expect(from('6.6.6.6, 192.0.2.1', 0)).toBe('10.0.0.1');
  expect(from('6.6.6.6, 192.0.2.1', 1)).toBe('192.0.2.1');
  expect(from('6.6.6.6, 192.0.2.1, 10.0.0.2', 2)).toBe('192.0.2.1');
  expect(from('', 1)).toBe('10.0.0.1');
});

async function serve(answer: (req: IncomingMessage, res: ServerResponse) => void, max?: number) {
  const server = createServer(answer);
  if (max) limitConnections(server, max);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    open: async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('beyond the limit the connection closes that was idle longest', async () => {
  const server = await serve((_req, res) => void (res.write('begun') && undefined), 3);
  const busy = await server.open();
  busy.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(busy, 'data');
  const idle = [await server.open(), await server.open()];
  const closed = once(idle[0] as never, 'close');
  const last = await server.open();
  await closed;
  expect([busy.destroyed, idle[1]?.destroyed, last.destroyed]).toEqual([false, false, false]);
  server.close();
});

test('a reader that stands still is cut after 60 s, a stream after 30 s, one that reads is not', async () => {
  const clock = new FakeClock();
  const readers = new SlowReaders(clock);
  const bytes = Buffer.alloc(32_000_000);
  const server = await serve((req, res) => {
    readers.watch(res);
    if (req.url === '/stream') res.write(bytes);
    else res.setHeader('Content-Length', bytes.length).end(bytes);
  });
  const read = async (path: string) => {
    const socket = await server.open();
    const received = { bytes: 0 };
    socket.on('data', (data) => {
      received.bytes += data.length;
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    return { socket, received };
  };
  const [file, stream, reader] = await Promise.all([read('/file'), read('/stream'), read('/file')]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  clock.pass(40_000, 1_000);
  stream.socket.resume();
  await once(stream.socket, 'close');
  reader.socket.resume();
  while (reader.received.bytes < bytes.length) await once(reader.socket, 'data');
  clock.pass(35_000, 1_000);
  file.socket.resume();
  await once(file.socket, 'close');
  expect(stream.received.bytes).toBeLessThan(bytes.length);
  expect(file.received.bytes).toBeLessThan(bytes.length);
  readers.stop();
  server.close();
});
