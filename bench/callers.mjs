// Pairs of exchanges whose costs are compared: how a call is sent, and by whom.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { answering, buyerOf } from './answering.mjs';
import { ask } from './load.mjs';
import { search } from './scenes.mjs';
import { startWorker } from './stage.mjs';
import { addToCart, signIn } from './trade.mjs';

/** A turn of writes is more than one key may send in a minute. */
const KEYS = 8;
const CAPABILITIES = ['company:read', 'offers:read', 'offers:write', 'orders:read', 'orders:write'];

async function purchaserOf(client, { agent, origin }, { email: owner }) {
  const email = `purchaser-${randomUUID()}@large.example.com`;
  await client.query(
    `insert into users (email, full_name, status, password_digest, buyer_id, role, is_primary, order_limit_cents,
         month_limit_cents)
     select $1, 'Ben Ruiz', 'onboarded', password_digest, buyer_id, 'purchaser', false, 900000000000, 900000000000
       from users where email = $2`,
    [email, owner],
  );
  return signIn(agent, origin, email);
}

/** What earlier runs left of keys and endpoints, whose numbers are bounded. */
async function endIntegrations(client, { buyerId }) {
  await client.query(
    `update api_keys set revoked_at = now() from users
      where users.id = user_id and buyer_id = $1 and revoked_at is null`,
    [buyerId],
  );
  await client.query('delete from webhooks where buyer_id = $1', [buyerId]);
}

async function keysOf({ agent, origin }, { bearer }) {
  const secrets = [];
  for (let number = 0; number < KEYS; number++) {
    const body = { name: `Bench ${number}`, capabilities: CAPABILITIES, expires_in_days: 1 };
    const made = await ask(agent, origin, {
      method: 'POST',
      path: '/company/api_keys',
      headers: bearer,
      body,
    });
    secrets.push({ authorization: `Bearer ${JSON.parse(made.content).secret}` });
  }
  return (n) => secrets[n % KEYS];
}

const addEndpoint = ({ agent, origin }, { bearer }) =>
  ask(agent, origin, {
    method: 'POST',
    path: '/company/webhooks',
    headers: bearer,
    body: { url: `${origin}/dev/webhooks/bench`, types: [] },
  });

/** Takes connections, and answers none. */
async function startSilentReceiver() {
  const sockets = new Set();
  const receiver = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    receiver.close();
  };
  return { origin: `http://127.0.0.1:${receiver.address().port}`, stop };
}

/** Points the company's endpoint to a receiver that hangs, and starts a worker. Returns what stops both. */
async function hang(client, { env }, { buyerId }) {
  const receiver = await startSilentReceiver();
  const url = `${receiver.origin}/dev/webhooks/bench`;
  await client.query('update webhooks set url = $2 where buyer_id = $1', [buyerId, url]);
  // Of private addresses, a demo sends to its own alone.
  const stopWorker = startWorker({ ...env, APP_URL: receiver.origin });
  return async () => {
    await stopWorker();
    receiver.stop();
  };
}

/** Each scene has two `sides`, `{exchange, prepare}`, and may start something `beside` them, which returns its stop. */
export async function callers(client, web) {
  const buyer = await buyerOf(client, web, 21);
  // An endpoint makes a company write its events, as its first key does.
  const [withKeys, listening] = [await buyerOf(client, web, 22), await buyerOf(client, web, 23)];
  // Each with as many orders as the one that it is compared with, since these cost, too.
  const [quiet, alone] = [await buyerOf(client, web, 24), await buyerOf(client, web, 26)];
  const hanging = await buyerOf(client, web, 25);
  for (const company of [withKeys, listening, hanging]) await endIntegrations(client, company);
  const byApiKey = await keysOf(web, withKeys);
  for (const company of [listening, hanging]) await addEndpoint(web, company);
  const purchaser = await purchaserOf(client, web, buyer);

  const read = (exchange, headersOf) => ({ exchange: (n) => ({ ...exchange, headers: headersOf(n) }) });
  const add = ({ products }, headersOf) => ({
    exchange: (n) => addToCart(products[n % products.length], headersOf(n)),
  });
  const accept = (of, headersOf) =>
    answering(client, { state: 'buyer_review', act: 'accept', buyers: [of], headersOf });
  const once = (headers) => ({ ...headers, 'idempotency-key': randomUUID() });

  const product = { path: `/marketplace/products/${buyer.products[0].id}` };
  const byBearer = () => withKeys.bearer;
  const byKey = (_buyer, n) => byApiKey(n);
  return [
    ['key ÷ bearer: product', read(product, byBearer), read(product, byApiKey)],
    ['key ÷ bearer: search', read(search({}), byBearer), read(search({}), byApiKey)],
    ['key ÷ bearer: add to cart', add(withKeys, byBearer), add(withKeys, byApiKey)],
    ['key ÷ bearer: accept', accept(withKeys), accept(withKeys, byKey)],
    ['Idempotency-Key ÷ none: add', add(buyer, () => buyer.bearer), add(buyer, () => once(buyer.bearer))],
    ['Idempotency-Key ÷ none: accept', accept(buyer), accept(buyer, ({ bearer }) => once(bearer))],
    ['purchaser ÷ owner: accept', accept(buyer), accept(buyer, () => purchaser.bearer)],
    ['endpoint ÷ none: accept', accept(quiet), accept(listening)],
    ['one that hangs ÷ none: accept', accept(alone), accept(hanging), () => hang(client, web, hanging)],
  ].map(([name, first, second, beside]) => ({ name, sides: [first, second], beside }));
}
