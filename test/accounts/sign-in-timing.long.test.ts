import { Client } from '../support/client';
import { Factory, PASSWORD } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ trustProxy: 1 });
const factory = new Factory(app);

/** A score of the rank test: how often a try of one kind took longer than one of the other; 0.5 tells nothing. */
function areaUnderCurve(some: readonly number[], others: readonly number[]) {
  let longer = 0;
  for (const one of some) for (const other of others) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return longer / (some.length * others.length);
}

// A hundred tries show a difference; where chance alone looks like one, two hundred more decide.
const TRIES = 100;
const MORE_TRIES = 200;
// Under the 20 failures that would block an account.
const TRIES_AN_ACCOUNT = 15;
const WRONG = 'not-the-password';

const tells = (score: number) => score <= 0.4 || score >= 0.6;

async function accountsOf(make: () => Promise<{ email: string }>) {
  const people: { email: string }[] = [];
  for (let i = 0; i < (TRIES + MORE_TRIES) / TRIES_AN_ACCOUNT; i++) people.push(await make());
  return (turn: number) => people[turn % people.length]?.email ?? '';
}

/** One address never makes many tries, or its own limit would answer. */
const address = (turn: number) => `203.0.${turn >> 8}.${turn & 255}`;

test('how long a refusal takes tells nothing: unknown, known, denied and blocked, with any password', async () => {
  const client = new Client(app.origin);
  await client.csrf();
  let turn = 0;
  const attempt = async (email: string, password: string) => {
    const begin = process.hrtime.bigint();
    const answer = await client.request('POST', '/login', {
      body: { user: { email, password } },
      headers: { 'X-Forwarded-For': address(turn++) },
    });
    const took = Number(process.hrtime.bigint() - begin);
    expect([answer.status, answer.text]).toEqual([
      401,
      '{"error":"Incorrect email or password","code":"unauthorized"}',
    ]);
    return took;
  };
  const known = await accountsOf(() => factory.aBuyer());
  const denied = await accountsOf(() => factory.aBuyer({ status: 'denied' }));
  const { email: blocked } = await factory.aBuyer();
  for (let i = 0; i < 21; i++) await attempt(blocked, WRONG);

  const kinds: Record<string, (turn: number) => [email: string, password: string]> = {
    known: (turn) => [known(turn), WRONG],
    unknown: (turn) => [`nobody-${turn}@example.com`, WRONG],
    denied: (turn) => [denied(turn), WRONG],
    blocked: () => [blocked, WRONG],
    'blocked, right password': () => [blocked, PASSWORD],
  };
  const times = new Map(Object.keys(kinds).map((kind): [string, number[]] => [kind, []]));
  let tries = 0;
  // In turns, so that other load on the machine affects all of them alike.
  const compare = async (until: number) => {
    for (; tries < until; tries++) {
      for (const [kind, who] of Object.entries(kinds)) times.get(kind)?.push(await attempt(...who(tries)));
    }
    const known = times.get('known') ?? [];
    return [...times].map(([kind, took]) => ({ kind, score: areaUnderCurve(took, known) }));
  };
  let scores = await compare(TRIES);
  if (scores.some(({ score }) => tells(score))) scores = await compare(TRIES + MORE_TRIES);
  expect(scores.filter(({ score }) => tells(score))).toEqual([]);
}, 120_000);
