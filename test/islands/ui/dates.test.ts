import fc from 'fast-check';
import { day, moment } from '../../../islands/ui/dates';

const inUtc = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

test('days and moments in UTC read as the browser would write them', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (at) => {
        const iso = at.toISOString();
        expect(moment(iso)).toBe(inUtc.format(at).replaceAll('\u202f', ' '));
        expect(moment(iso).startsWith(`${day(iso)}, `)).toBe(true);
      },
    ),
  );
});
