import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can break, refuse or silence connections. */
export interface Line {
  readonly port: number;
  /** Breaks all connections and accepts new ones. */
  cut(): void;
  /** Breaks all connections and refuses new ones. */
  unplug(): void;
  plugIn(): void;
  /** Drops all traffic silently. */
  freeze(): void;
  thaw(): void;
  readonly connections: number;
  stop(): Promise<void>;
}

export async function startProxy(target: { readonly host: string; readonly port: number }): Promise<Line> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let unplugged = false;
  let frozen = false;

  const server = createServer((near) => {
    if (unplugged) return near.destroy();
    const far = connect(target.port, target.host);
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', end).on('close', end);
    }
    near.pipe(far).pipe(near);
    if (frozen) squeeze(pair);
  });
  const squeeze = ([near, far]: readonly [Socket, Socket]) => {
    near.unpipe(far).pause();
    far.unpipe(near).pause();
  };
  const cut = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    unplug() {
      unplugged = true;
      cut();
    },
    plugIn() {
      unplugged = false;
    },
    freeze() {
      frozen = true;
      pairs.forEach(squeeze);
    },
    thaw() {
      if (!frozen) return;
      frozen = false;
      for (const [near, far] of pairs) near.pipe(far).pipe(near);
    },
    get connections() {
      return pairs.size;
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
