import { expiredBackups, folderAt } from '../../server/backup/retention';
import { DAY_MS } from '../../server/contract/durations';

const NEWEST = Date.parse('2026-11-23T02:10:00Z');
const nightly = Array.from({ length: 60 }, (_none, days) => folderAt(new Date(NEWEST - days * DAY_MS)));

test('seven daily and five weekly backups stay', () => {
  const expired = new Set(expiredBackups(nightly));
  const kept = nightly.filter((folder) => !expired.has(folder)).map((folder) => folder.slice(0, 10));
  expect(kept).toEqual([
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
    '2026-11-15',
    '2026-11-08',
    '2026-11-01',
  ]);
});

test('of a day and of a week the newest stays, and nothing else is touched', () => {
  const folders = ['2026-11-23T02-10-00Z', '2026-11-23T15-00-00Z', 'manual'];
  expect(expiredBackups(folders)).toEqual(['2026-11-23T02-10-00Z']);
});

test('few backups stay, however old', () => {
  expect(expiredBackups(['2020-01-01T02-10-00Z', '2021-01-01T02-10-00Z'])).toEqual([]);
});
