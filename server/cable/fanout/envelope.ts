import { Buffer } from 'node:buffer';
import type { Position } from './history';

export interface Entry {
  readonly stream: string;
  readonly json: string;
  readonly isKept?: boolean;
}

/** Head: sender and number. Receivers forward the JSON of the messages without parsing it. */
export interface Envelope {
  readonly head: string;
  readonly body: string;
  /** What the histories of its streams keep, with each entry's index in the body. */
  readonly kept: readonly (Entry & { readonly index: number })[];
}

/** Streams between the processes, which no client reads. */
export const INTERNAL = 'action_cable/';
export const GAP = `${INTERNAL}gap`;
export const SHUTDOWN_STREAM = `${INTERNAL}bye`;
/** A first entry: `[index, epoch, offset]` of the kept entries after it. The history adds it. */
export const POSITIONS = `${INTERNAL}positions`;
export const GAP_ENTRY: Entry = { stream: GAP, json: 'null' };

const REFERENCE = '#';
/** At most, as text: that of an envelope and that of an entry. */
const POSITIONS_BYTES = 32;
const POSITION_BYTES = 36;

const serializeEntry = ({ stream, json }: Entry) => `${JSON.stringify(stream)}\n${json}`;

export const serializeEnvelope = ({ head, body }: Pick<Envelope, 'head' | 'body'>) => `${head}\n${body}`;

/** Bytes of the envelope as it is sent, with its positions. */
export const sizeOf = (envelope: Envelope) =>
  Buffer.byteLength(serializeEnvelope(envelope)) +
  (envelope.kept.length > 0 ? POSITIONS_BYTES + POSITION_BYTES * envelope.kept.length : 0);

export const payloadReference = (head: string) => `${head}\n${REFERENCE}`;

/** Replaces envelopes that cannot be sent; has the number of the last of them. */
export const gapEnvelope = (envelopes: readonly Envelope[]): Envelope => ({
  head: envelopes.at(-1)?.head ?? '',
  body: serializeEntry(GAP_ENTRY),
  kept: [],
});

/** Packs entries in order into envelopes of at most `maxBytes`; a larger entry gets its own envelope. */
export function* pack(entries: readonly Entry[], maxBytes: number, head: () => string): Generator<Envelope> {
  let batch: Entry[] = [];
  let texts: string[] = [];
  let size = 0;
  const envelope = (): Envelope => ({
    head: head(),
    body: texts.join('\n'),
    kept: batch.flatMap((entry, index) => (entry.isKept ? [{ ...entry, index }] : [])),
  });
  for (const entry of entries) {
    const text = serializeEntry(entry);
    const length = Buffer.byteLength(text) + 1 + (entry.isKept ? POSITION_BYTES : 0);
    if (size > 0 && size + length > maxBytes) {
      yield envelope();
      batch = [];
      texts = [];
      size = 0;
    }
    batch.push(entry);
    texts.push(text);
    size += length;
  }
  if (batch.length > 0) yield envelope();
}

function positionsIn(json: string) {
  const positions = new Map<number, Position>();
  for (const [index, epoch, offset] of JSON.parse(json) as [number, string, number][])
    positions.set(index, { epoch, offset });
  return positions;
}

export function* unpack(body: string): Generator<Entry & { readonly position: Position | null }> {
  const lines = body.split('\n');
  let positions: ReadonlyMap<number, Position> | null = null;
  for (let index = 0, number = 0; index + 1 < lines.length; index += 2) {
    const stream = JSON.parse(lines[index] ?? '') as string;
    const json = lines[index + 1] ?? 'null';
    if (stream === POSITIONS) positions = positionsIn(json);
    else yield { stream, json, position: positions?.get(number++) ?? null };
  }
}

export interface ParsedEnvelope {
  readonly sender: string;
  readonly number: number;
  readonly body: string;
  readonly reference: string | null;
}

export function parseEnvelope(text: string): ParsedEnvelope | null {
  const end = text.indexOf('\n');
  const [, sender, number] = /^([\w-]+) (\d+)$/.exec(end < 0 ? text : text.slice(0, end)) ?? [];
  if (!sender || !number) return null;
  const body = text.slice(end + 1);
  const reference = body.startsWith(REFERENCE) ? body.slice(1) : null;
  return { sender, number: Number(number), body, reference };
}
