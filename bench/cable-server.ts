// The real server: sessions and users in PostgreSQL, the product's sign-in, broadcasts through NOTIFY.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { identifySocket, socketsStillValid } from '../server/accounts/sessions/socket-authentication';
import { attachCable } from '../server/cable/server';
import { testDatabase } from '../test/support/database';
import { testServices } from '../test/support/services';
import { serve } from './cable-report.mjs';

const PEOPLE = `
  with firms as (insert into buyers (name, category) select 'Buyer ' || n, 'Other' from generate_series(1, $1::int) n returning id)
  insert into users (email, full_name, status, buyer_id, password_digest)
  select 'buyer' || id || '@example.com', 'Buyer ' || id, 'onboarded', id, 'none' from firms returning id`;

const SESSIONS = `
  insert into sessions (sid, sess, expire)
  select 'bench-' || id, json_build_object('cookie', json_build_object(), 'passport', json_build_object('user', id)),
         now() + interval '1 day'
    from unnest($1::int[]) id`;

async function main() {
  const people = Number(process.argv[2]);
  const database = await testDatabase();
  const log = pino({ level: 'warn' });
  const services = testServices(database.url, { log, fanout: 'postgres' });
  const { config, cable, limitsPool } = services;
  const { rows } = await limitsPool.query<{ id: number }>(PEOPLE, [people]);
  const ids = rows.map(({ id }) => id);
  await limitsPool.query(SESSIONS, [ids]);
  const cookieOf = (id: number) => {
    const sid = `bench-${id}`;
    const digest = createHmac('sha256', `session:${config.secretKeyBase}`).update(sid).digest('base64');
    return `session=${encodeURIComponent(`s:${sid}.${digest.replace(/=+$/, '')}`)}`;
  };

  const server = createServer();
  const sockets = attachCable(server, {
    identify: identifySocket(services),
    stillValid: socketsStillValid(services),
    channels: [
      {
        name: 'OffersChannel',
        may: ({ kind }) => kind !== 'staff',
        streams: ({ id }) => ['bench:all', `bench:${id}`],
      },
    ],
    allowedOrigins: [],
    appUrl: config.appUrl,
    trustProxy: 0,
    secretKeyBase: config.secretKeyBase,
    cable,
    log,
  });
  server.listen(0, '127.0.0.1', 511);
  await once(server, 'listening');

  serve({
    ready: { port: (server.address() as AddressInfo).port, cookies: ids.map(cookieOf) },
    toAll: (message: unknown) => void cable.broadcast('bench:all', message),
    toOne: (index: number, message: unknown) => void cable.broadcast(`bench:${ids[index]}`, message),
    counts: () => sockets.counts(),
    async stop() {
      await sockets.close({ spreadMs: 0 });
      await services.close();
      await database.drop();
    },
  });
}

void main();
