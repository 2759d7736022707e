import type { Place } from './content';
import type { PartyBlock } from './page';

const COUNTRIES: Readonly<Record<string, string>> = { US: 'United States', CA: 'Canada' };

const cityLine = ({ city, region, postal_code }: Place) =>
  [`${city}, ${region}`, postal_code].filter(Boolean).join(' ');

/** The lines of an envelope; of a part of an address, those that it has. */
const addressLines = (place: Place, name: string): string[] =>
  [
    place.company && place.company !== name ? place.company : null,
    place.attention && `Attn: ${place.attention}`,
    place.line1,
    place.line2,
    cityLine(place),
    COUNTRIES[place.country] ?? place.country,
    place.phone,
  ].filter((line): line is string => Boolean(line));

export const partyBlock = (
  heading: string,
  name: string,
  place: Place | null,
  otherwise?: string,
): PartyBlock => ({
  heading,
  name,
  lines: place ? addressLines(place, name) : otherwise ? [otherwise] : [],
});
