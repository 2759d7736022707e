import { parseCronItem } from 'graphile-worker';
import { newestTick } from '../../server/jobs/ticks';

const DAY_MS = 86_400_000;

const at = (text: string) => new Date(`2026-11-${text.replace(' ', 'T')}Z`);

const tickOf = (match: string, last: string, now: string) => {
  const item = parseCronItem({ task: 'a', match });
  return newestTick(item.match, { last: at(last), now: at(now) }, DAY_MS);
};

test.each([
  ['a tick runs in its minute', '10 2 * * *', '22 02:10', '23 02:10:30', '23 02:10'],
  ['not twice', '10 2 * * *', '23 02:10', '23 02:10:59', null],
  ['not before it', '10 2 * * *', '22 02:10', '23 02:09:59', null],
  ['a missed one runs later', '10 2 * * *', '22 02:10', '23 17:00', '23 02:10'],
  ['of many missed ones, the newest runs', '*/15 * * * *', '22 10:00', '23 17:07', '23 17:00'],
  ['one that was missed for over a day does not', '10 2 1 * *', '01 00:00', '03 02:00', null],
  ['a clock that jumps ahead over a tick runs it once', '10 2 * * *', '22 02:10', '23 09:00', '23 02:10'],
  ['… and back, it has run', '10 2 * * *', '23 02:10', '23 01:00', null],
  ['… and on that day it has still run', '10 2 * * *', '23 02:10', '23 02:10:05', null],
  ['a tick of tomorrow did not come from a right clock', '10 2 * * *', '24 02:10', '23 02:10:05', '23 02:10'],
  ['… and does not make one run early', '10 2 * * *', '24 02:10', '23 02:09', null],
  ['every minute goes on after a jump of five minutes', '* * * * *', '23 10:05', '23 10:00:30', '23 10:00'],
  ['… or of a day', '* * * * *', '24 10:00', '23 10:00:30', '23 10:00'],
])('%s', (_name, match, last, now, expected) => {
  expect(tickOf(match, last, now)).toEqual(expected && at(expected));
});
