import { MAX_ENVELOPE_BYTES } from '../../../server/cable/fanout/postgres-envelopes';
import { PRESENCE_STREAM, type PresenceUpdate } from '../../../server/cable/presence/peers';
import { PresenceTracker } from '../../../server/cable/presence/presence';
import type { UserPresence } from '../../../server/cable/presence/surplus';
import { hashIdentifier } from '../../../server/cable/subscriptions';
import { fakeClock } from '../../support/cable';

type Described = Omit<UserPresence, 'process'>;
type Network = ReturnType<typeof startNetwork>;

/** Processes that receive each other's updates at once. */
function startNetwork() {
  const clock = fakeClock();
  const sent: string[] = [];
  const processes: PresenceTracker[] = [];
  const start = () => {
    const sockets = new Map<number, Described>();
    const ended: number[] = [];
    const tracker = new PresenceTracker({
      clock,
      send(update) {
        const json = JSON.stringify(update);
        sent.push(json);
        for (const other of processes) other.receive(JSON.parse(json) as PresenceUpdate);
      },
      countSockets: (userId) => sockets.get(userId)?.sockets.length ?? 0,
      describe: (userId) => sockets.get(userId) ?? { sockets: [], identifiers: [] },
      users: () => sockets.keys(),
      endSurplus(userId) {
        ended.push(userId);
        return false;
      },
    });
    processes.push(tracker);
    tracker.resync();
    const set = (userId: number, described: Described | null) => {
      if (described) sockets.set(userId, described);
      else sockets.delete(userId);
      tracker.socketsChanged(userId);
    };
    return { tracker, set, ended };
  };
  return { clock, sent, start };
}

const described = (sockets: number, identifiers: number): Described => ({
  sockets: Array.from({ length: sockets }, (_, id) => [123_456 + id, 1_700_000_000_000]),
  identifiers: Array.from({ length: identifiers }, (_, id) => [
    hashIdentifier(String(id)),
    1_700_000_000_000,
  ]),
});

let network: Network;
beforeEach(() => {
  network = startNetwork();
});

/** Returns the updates that the action causes. */
function during(action: () => void) {
  const before = network.sent.length;
  action();
  return network.sent.slice(before);
}

test('a user with sockets in one process costs one entry of at most 100 bytes per change', () => {
  const [first] = [network.start(), network.start()];
  network.clock.advance(1_000);
  const updates = during(() => {
    first.set(123_456_789, described(3, 20));
    network.clock.advance(250);
  });
  expect(updates).toHaveLength(1);
  const { users } = JSON.parse(updates[0] ?? '') as PresenceUpdate;
  expect(users).toHaveLength(1);
  expect(JSON.stringify(users[0]).length).toBeLessThanOrEqual(100);
});

test('a user who reconnects a thousand times in a second does not flood the fan-out', () => {
  const [first, second] = [network.start(), network.start()];
  second.set(1, described(10, 20));
  network.clock.advance(1_000);
  const updates = during(() => {
    for (let connect = 0; connect < 1_000; connect++) {
      first.set(1, connect % 2 ? null : described(10, 20));
      void first.tracker.recount(1);
      network.clock.advance(1);
    }
  });
  expect(updates.length).toBeLessThanOrEqual(30);
  expect(updates.join('').length).toBeLessThan(20_000);
});

test('the others learn of a user in detail within half a second, and check the limits', () => {
  const [first, second] = [network.start(), network.start()];
  network.clock.advance(1_000);
  first.set(1, described(10, 3));
  second.set(1, described(10, 3));
  network.clock.advance(450);
  expect([first.ended, second.ended].map((ended) => ended.includes(1))).toEqual([true, true]);
});

test.each([
  ['many users', 3_000, 1],
  ['users with many identifiers', 200, 20],
])('announcements of %s are split into messages that a notification takes', (_what, users, identifiers) => {
  const [first, second] = [network.start(), network.start()];
  for (let userId = 1; userId <= users; userId++) {
    first.set(1_000_000 + userId, described(10, identifiers));
    second.set(1_000_000 + userId, described(10, identifiers));
  }
  network.clock.advance(1_000);
  network.start();
  network.clock.advance(1_000);
  const bytes = network.sent.map((json) => Buffer.byteLength(`"${PRESENCE_STREAM}"\n${json}\n`));
  expect(Math.max(...bytes)).toBeLessThanOrEqual(MAX_ENVELOPE_BYTES);
  expect(second.tracker.countElsewhere(1_000_000 + users)).toBe(10);
});

test('updates from an unknown process are ignored and trigger a full resync', () => {
  const first = network.start();
  first.set(1, described(4, 1));
  network.clock.advance(1_000);
  const late = network.start();
  late.tracker.receive({ from: 'stranger', all: false, ask: false, users: [[1, 6]] });
  expect(late.tracker.countElsewhere(1)).toBe(0);
  const updates = during(() => network.clock.advance(200));
  expect(updates.map((json) => (JSON.parse(json) as PresenceUpdate).ask)).toContainEqual(['stranger']);
  expect(late.tracker.countElsewhere(1)).toBe(4);
});

test('a silent process is removed within 15 s; one without changes is not', () => {
  const [first, second] = [network.start(), network.start()];
  first.set(1, described(4, 1));
  network.clock.advance(60_000);
  expect(second.tracker.countElsewhere(1)).toBe(4);
  second.tracker.receive({ from: 'killed', all: true, ask: false, users: [[1, 6]] });
  expect(second.tracker.countElsewhere(1)).toBe(10);
  network.clock.advance(15_000);
  expect(second.tracker.countElsewhere(1)).toBe(4);
});

test('a process of the release before is counted by its number of sockets', () => {
  const first = network.start();
  first.tracker.receive({ from: 'older', all: true, ask: true, users: [[1, 6]] });
  expect(first.tracker.countElsewhere(1)).toBe(6);
  first.set(1, described(5, 1));
  network.clock.advance(250);
  const [userId, count] = (JSON.parse(network.sent.at(-1) ?? '') as PresenceUpdate).users[0] ?? [];
  expect([userId, count]).toEqual([1, 5]);
});
