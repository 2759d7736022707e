/** Of the state or province; where one has two zones, by the first three characters of the postal code. */
const ZONES: Readonly<Record<string, string>> = {
  ...inZone('America/New_York', 'US', 'CT DC DE FL GA KY MA MD ME NC NH NJ NY OH PA RI SC VA VT WV'),
  ...inZone('America/New_York', 'US', 'TN-373 TN-374 TN-376 TN-377 TN-378 TN-379'),
  ...inZone('America/Detroit', 'US', 'MI'),
  ...inZone('America/Indiana/Indianapolis', 'US', 'IN'),
  ...inZone('America/Chicago', 'US', 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'),
  ...inZone('America/Chicago', 'US', 'FL-324 FL-325 IN-463 IN-464 IN-476 IN-477'),
  ...inZone('America/Chicago', 'US', 'KY-420 KY-421 KY-422 KY-423 KY-424'),
  ...inZone('America/Denver', 'US', 'CO MT NM UT WY ND-586 NE-691 NE-692 NE-693 SD-577 TX-798 TX-799 TX-885'),
  ...inZone('America/Boise', 'US', 'ID OR-979'),
  ...inZone('America/Phoenix', 'US', 'AZ'),
  ...inZone('America/Los_Angeles', 'US', 'CA NV OR WA ID-835 ID-838'),
  ...inZone('America/Anchorage', 'US', 'AK'),
  ...inZone('Pacific/Honolulu', 'US', 'HI'),
  ...inZone('America/Puerto_Rico', 'US', 'PR'),
  ...inZone('America/St_Johns', 'CA', 'NL'),
  ...inZone('America/Halifax', 'CA', 'NB NS PE NL-A0P NL-A2V'),
  ...inZone('America/Toronto', 'CA', 'NU ON QC'),
  ...inZone('America/Winnipeg', 'CA', 'MB ON-P8N ON-P9A ON-P9N'),
  ...inZone('America/Regina', 'CA', 'SK'),
  ...inZone('America/Edmonton', 'CA', 'AB NT'),
  ...inZone('America/Whitehorse', 'CA', 'YT'),
  ...inZone('America/Vancouver', 'CA', 'BC'),
};

function inZone(zone: string, country: string, places: string): Record<string, string> {
  return Object.fromEntries(places.split(' ').map((place) => [`${country}-${place}`, zone]));
}

export const UTC = 'UTC';

export interface Place {
  readonly country: string;
  readonly region: string;
  readonly postal_code: string;
}

/** The IANA zone of an address; UTC without one. */
export function zoneOf(place: Place | null | undefined): string {
  if (!place) return UTC;
  const region = `${place.country}-${place.region}`;
  return ZONES[`${region}-${place.postal_code.slice(0, 3)}`] ?? ZONES[region] ?? UTC;
}

/** The same in SQL, of a column with an address as JSON. */
export const zoneSql = (address: string) => `(select coalesce(
    zones ->> (region || '-' || left(${address} ->> 'postal_code', 3)), zones ->> region, '${UTC}')
  from (select '${JSON.stringify(ZONES)}'::jsonb as zones,
               (${address} ->> 'country') || '-' || (${address} ->> 'region') as region) known)`;

/** The day there: `2026-11-27`. */
export const dayIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);

const OFFSET = /GMT([+-]\d\d):(\d\d)/;

function offsetMinutes(zone: string, at: Date): number {
  const text = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).format(at);
  const [, hours = '0', minutes = '0'] = OFFSET.exec(text) ?? [];
  return Number(hours) * 60 + (hours.startsWith('-') ? -1 : 1) * Number(minutes);
}

/** The instant at which clocks there show the time of a day: `timeIn(zone, '2026-11-27', '23:59')`. */
export function timeIn(zone: string, day: string, time: string): Date {
  const asUtc = new Date(`${day}T${time}:00Z`);
  const near = new Date(asUtc.getTime() - offsetMinutes(zone, asUtc) * 60_000);
  return new Date(asUtc.getTime() - offsetMinutes(zone, near) * 60_000);
}

/** 'EST' */
export function zoneName(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
