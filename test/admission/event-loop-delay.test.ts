import { EventLoopDelay } from '../../server/admission/event-loop-delay';
import { refusedShare } from '../../server/admission/ramps';
import { FakeClock } from './fake-clock';

const clock = new FakeClock();
const delay = new EventLoopDelay(clock);

afterAll(() => delay.stop());

test('an idle loop has no delay', () => {
  clock.pass(1_000);
  expect(delay.median()).toBe(0);
});

test('one slow turn of a quiet process does not count, however long it is', () => {
  clock.pass(1_000);
  clock.block(1_200);
  expect(delay.median()).toBe(0);
  clock.pass(1);
  expect(delay.median()).toBe(0);
  clock.pass(600);
  expect(delay.median()).toBe(0);
});

test('two slow turns that outlast the short ones of 500 ms count until they outlast them', () => {
  clock.pass(1_000);
  clock.block(400);
  clock.pass(1);
  clock.block(420);
  clock.pass(1);
  expect(delay.median()).toBe(381);
  clock.pass(100);
  expect(delay.median()).toBe(381);
  clock.pass(400);
  expect(delay.median()).toBe(0);
});

test('turns of 300 ms count, and so do turns that are longer than the window', () => {
  clock.pass(1_200, 300);
  expect(delay.median()).toBeGreaterThan(250);
  clock.pass(1_000);
  clock.pass(3_000, 1_000);
  expect(delay.median()).toBe(980);
});

test('a tick that is overdue counts before it runs', () => {
  clock.pass(1_000);
  clock.block(700);
  clock.pass(1);
  clock.block(700);
  expect(delay.median()).toBe(680);
});

test('the delay is forgotten after 500 ms', () => {
  clock.pass(900, 300);
  clock.pass(600);
  expect(delay.median()).toBe(0);
});

test.each([
  ['0', 9_999, 0],
  ['A', 500, 0],
  ['A', 1_000, 0.5],
  ['A', 1_500, 1],
  ['B', 150, 0],
  ['B', 325, 0.5],
  ['B', 500, 1],
  ['C', 50, 0],
  ['C', 100, 0.5],
  ['C', 150, 1],
  ['D', 100, 0.5],
] as const)('of class %s at %i ms of delay %d are refused', (load, ms, share) => {
  expect(refusedShare(load, ms)).toBe(share);
});
