// The live channel of several processes: a seller follows their offers at each of them.
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { signIn } from './process.mjs';

const IDENTIFIER = JSON.stringify({ channel: 'OffersChannel' });
const MAX_DELIVERY_MS = 2_000;

async function listen(origin, Authorization) {
  const address = `${origin.replace('http', 'ws')}/cable?token=${Authorization.replace('Bearer ', '')}`;
  const socket = new WebSocket(address, ['actioncable-v1-json'], { origin });
  const accepted = new Set();
  const strange = [];
  await new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code) => {
      strange.push(`closed ${code}`);
      reject(new Error(`The socket of ${origin} closed`));
    });
    socket.on('message', (data) => {
      const { type, message } = JSON.parse(String(data));
      if (type === 'welcome') socket.send(JSON.stringify({ command: 'subscribe', identifier: IDENTIFIER }));
      else if (type === 'confirm_subscription') resolve();
      else if (message?.event === 'accept') accepted.add(String(message.id));
      else if (type && type !== 'ping') strange.push(type);
    });
  });
  return { socket, accepted, strange };
}

/** Follows at each version with the token of another one. */
export async function followOffers(versions) {
  const people = await Promise.all(versions.map(({ origin }) => signIn(origin, 'seller@example.com')));
  return Promise.all(
    versions.map(({ origin }, index) => listen(origin, people[(index + 1) % people.length].Authorization)),
  );
}

/** Every order that one version acknowledged was told by the sockets of each. */
export async function holdDelivered(listeners, trades, holds) {
  await pause(MAX_DELIVERY_MS);
  for (const [at, { accepted, strange }] of listeners.entries()) {
    for (const [by, { kept }] of trades.entries()) {
      const offers = [...kept.orders.keys()].map(String);
      const told = offers.filter((id) => accepted.has(id)).length;
      const names = ['older', 'newer'];
      holds(
        `a socket of the ${names[at]} version heard of every offer that the ${names[by]} one accepted`,
        offers.length > 0 && told === offers.length,
        `${told} of ${offers.length}`,
      );
    }
    holds('the socket stayed, and lost nothing', strange.length === 0, strange[0] ?? '');
  }
  for (const { socket } of listeners) socket.terminate();
}
