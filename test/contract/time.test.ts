import { regionsOf } from '../../server/addresses/rules';
import { bankHolidays, endOfBankDays } from '../../server/contract/time/business-days';
import { dayIn, timeIn, zoneName, zoneOf } from '../../server/contract/time/zones';

// federalreserve.gov, "Holidays Observed".
test.each([
  [2026, '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'],
  [2027, '01-01 01-18 02-15 05-31 06-19 07-05 09-06 10-11 11-11 11-25 12-25'],
  [2028, '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25'],
  [2033, '01-01 01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26'],
])('banks rest in %i on %s', (year, days) => {
  expect(bankHolidays(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
});

test.each([
  ['a Friday', '2026-12-04T20:00:00Z', '2026-12-10T04:59:00.000Z'],
  ['a Saturday', '2026-12-05T15:00:00Z', '2026-12-10T04:59:00.000Z'],
  ['a Tuesday', '2026-12-01T15:00:00Z', '2026-12-05T04:59:00.000Z'],
  ['a Monday that is still Sunday in New York', '2026-12-07T04:30:00Z', '2026-12-10T04:59:00.000Z'],
  ['the day before Thanksgiving', '2026-11-25T15:00:00Z', '2026-12-02T04:59:00.000Z'],
  ['Thanksgiving', '2026-11-26T15:00:00Z', '2026-12-02T04:59:00.000Z'],
  ['before Christmas and New Year’s Day', '2026-12-30T15:00:00Z', '2027-01-06T04:59:00.000Z'],
  ['before Independence Day on a Sunday, kept on Monday', '2027-07-01T15:00:00Z', '2027-07-08T03:59:00.000Z'],
  ['before Independence Day on a Saturday', '2026-07-01T15:00:00Z', '2026-07-07T03:59:00.000Z'],
  ['over the end of summer time', '2026-10-30T15:00:00Z', '2026-11-05T04:59:00.000Z'],
  ['over its beginning', '2026-03-06T15:00:00Z', '2026-03-12T03:59:00.000Z'],
])('three bank days from %s', (_when, from, end) => {
  expect(endOfBankDays(new Date(from), 3).toISOString()).toBe(end);
});

test('every state and province has a zone', () => {
  for (const country of ['US', 'CA'] as const)
    for (const region of Object.keys(regionsOf(country))) {
      const zone = zoneOf({ country, region, postal_code: '00000' });
      expect([region, zone]).not.toEqual([region, 'UTC']);
      expect(zoneName(zone, new Date())).not.toBe('UTC');
    }
});

test.each([
  [{ country: 'US', region: 'CA', postal_code: '90013' }, 'America/Los_Angeles', 'PST'],
  [{ country: 'US', region: 'OH', postal_code: '45402-1234' }, 'America/New_York', 'EST'],
  [{ country: 'US', region: 'TN', postal_code: '37902' }, 'America/New_York', 'EST'],
  [{ country: 'US', region: 'TN', postal_code: '37203' }, 'America/Chicago', 'CST'],
  [{ country: 'US', region: 'TX', postal_code: '79901' }, 'America/Denver', 'MST'],
  [{ country: 'US', region: 'AZ', postal_code: '85001' }, 'America/Phoenix', 'MST'],
  [{ country: 'CA', region: 'ON', postal_code: 'K1A 0B1' }, 'America/Toronto', 'EST'],
  [{ country: 'CA', region: 'BC', postal_code: 'V5K 0A1' }, 'America/Vancouver', 'PST'],
  [null, 'UTC', 'UTC'],
])('%o lies in %s', (place, zone, name) => {
  expect(zoneOf(place)).toBe(zone);
  expect(zoneName(zone, new Date('2026-12-01T12:00:00Z'))).toBe(name);
});

test('a day and a time of it are those of the zone', () => {
  const at = new Date('2026-12-03T00:30:00Z');
  expect([dayIn('America/Los_Angeles', at), dayIn('UTC', at)]).toEqual(['2026-12-02', '2026-12-03']);
  expect(timeIn('America/Los_Angeles', '2026-12-02', '23:59').toISOString()).toBe('2026-12-03T07:59:00.000Z');
  expect(timeIn('America/St_Johns', '2026-07-02', '23:59').toISOString()).toBe('2026-07-03T02:29:00.000Z');
});
