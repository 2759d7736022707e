import { ReplicationLag } from '../../db/replication-lag';

const stateAt = (replayed: bigint | null, commitAgeMs: number | null = 3_600_000) => ({
  standby: true,
  replayed,
  commitAgeMs,
});

const lag = new ReplicationLag();
lag.record(100n, 1_000);
lag.record(100n, 3_000);
lag.record(200n, 5_000);

test('without anything to replay there is no lag, however old the last commit is', () => {
  expect(lag.lagMs(stateAt(200n), 90_000)).toBe(0);
});

test('the lag counts from when the primary first had more', () => {
  expect(lag.lagMs(stateAt(100n), 9_000)).toBe(4_000);
});

test('before the first known position the age of the last commit counts', () => {
  expect(lag.lagMs(stateAt(50n, 60_000), 9_000)).toBe(60_000);
  expect(lag.lagMs(stateAt(50n, null), 9_000)).toBe(8_000);
});

test('a server that is no standby is never behind', () => {
  expect(lag.lagMs({ ...stateAt(null), standby: false }, 9_000)).toBe(0);
});

test('a primary that counts from an earlier position begins the history again', () => {
  const promoted = new ReplicationLag();
  promoted.record(900n, 1_000);
  promoted.record(500n, 3_000);
  expect(promoted.lagMs(stateAt(500n), 9_000)).toBe(0);
});
