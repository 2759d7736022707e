import { type Queued, StartQueue } from '../../server/admission/start-queue';
import { FakeClock } from './fake-clock';

let clock: FakeClock;
let busyShare: number;
let queue: StartQueue;
let log: string[];

beforeEach(() => {
  clock = new FakeClock();
  busyShare = 1;
  log = [];
  queue = new StartQueue(clock, () => busyShare);
  clock.pass(20);
});
afterEach(() => queue.stop());

const enter = (load: Queued, name: string) =>
  queue.enter(
    load,
    () => log.push(name),
    () => log.push(`${name} refused`),
  );

/** Takes all places; returns how to leave each. */
function fill() {
  const leaves = Array.from({ length: 32 }, (_none, index) => enter('B', `first ${index}`));
  log = [];
  return leaves as [() => void, ...(() => void)[]];
}

test('32 run at once, and the next begins when one ends', () => {
  const [leave] = fill();
  enter('B', 'next');
  expect(log).toEqual([]);
  leave();
  expect(log).toEqual(['next']);
});

test('commits begin before own pages, own pages before browsing', () => {
  const leaves = fill();
  for (const load of ['D', 'C', 'B', 'A'] as const) enter(load, load);
  for (const leave of leaves.slice(0, 4)) leave();
  expect(log).toEqual(['A', 'B', 'C', 'D']);
});

test.each([
  ['C', 150],
  ['B', 500],
  ['A', 1_500],
] as const)('%s is refused after waiting for %d ms, and takes no place', (load, ms) => {
  const [leave] = fill();
  const leaveQueue = enter(load, 'late');
  clock.pass(ms - 20);
  expect(queue.waitOf(load)).toBe(ms - 20);
  expect(log).toEqual([]);
  clock.pass(40);
  expect(log).toEqual(['late refused']);
  leaveQueue();
  enter('B', 'next');
  expect(log).toEqual(['late refused']);
  leave();
  expect(log).toEqual(['late refused', 'next']);
});

test('while the processor has time, nobody waits longer than a tick', () => {
  fill();
  busyShare = 0.5;
  enter('C', 'soon');
  expect(log).toEqual([]);
  clock.pass(20);
  enter('C', 'at once');
  expect(log).toEqual(['soon', 'at once']);
});

test('who leaves while waiting never begins', () => {
  const [leave] = fill();
  const leaveQueue = enter('B', 'gone');
  enter('B', 'next');
  leaveQueue();
  leave();
  expect(log).toEqual(['next']);
});
