import { randomBytes, randomUUID } from 'node:crypto';

/** What differs between the copies of a page that two signed-out visitors get. */
export interface Fills {
  readonly csrfToken: string;
  readonly nonce: string;
}

type Hole = keyof Fills;

/** A finished page with marks where the fills go. They have one length, so that a copy is one write per hole. */
export interface PageTemplate {
  readonly bytes: Buffer;
  readonly holes: readonly { readonly hole: Hole; readonly at: number }[];
}

const HOLES: readonly Hole[] = ['csrfToken', 'nonce'];
const HEX_BYTES = 32;
const randomHex = () => randomBytes(HEX_BYTES).toString('hex');

/** As long as real values. Random per process, so that no text of a user contains them. */
export const MARKS: Fills = { csrfToken: `${randomHex()}.${randomHex()}`, nonce: randomUUID() };

/** Of the one character, to try a template. */
export const fillsOf = (character: string): Fills => ({
  csrfToken: character.repeat(MARKS.csrfToken.length),
  nonce: character.repeat(MARKS.nonce.length),
});

/** Before a form sent from another site there is no token. */
export const fitsHoles = (fills: Fills) => HOLES.every((hole) => fills[hole].length === MARKS[hole].length);

function* placesOf(bytes: Buffer, mark: string) {
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) yield at;
}

/** `html` was rendered with `MARKS`. */
export function toTemplate(html: string): PageTemplate {
  const bytes = Buffer.from(html);
  const holes = HOLES.flatMap((hole) => [...placesOf(bytes, MARKS[hole])].map((at) => ({ hole, at })));
  return { bytes, holes: holes.sort((a, b) => a.at - b.at) };
}

export function fillTemplate({ bytes, holes }: PageTemplate, fills: Fills): Buffer {
  const copy = Buffer.from(bytes);
  for (const { hole, at } of holes) copy.write(fills[hole], at, 'latin1');
  return copy;
}
