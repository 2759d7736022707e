import { Buffer } from 'node:buffer';

/** Head: sender and number. Receivers forward the JSON of the messages without parsing it. */
export interface Envelope {
  readonly head: string;
  readonly body: string;
}

export interface Entry {
  readonly stream: string;
  readonly json: string;
}

export const GAP = 'action_cable/gap';
export const SHUTDOWN_STREAM = 'action_cable/bye';
export const GAP_ENTRY: Entry = { stream: GAP, json: 'null' };

const REFERENCE = '#';

const serializeEntry = ({ stream, json }: Entry) => `${JSON.stringify(stream)}\n${json}`;

export const serializeEnvelope = ({ head, body }: Envelope) => `${head}\n${body}`;

export const payloadReference = (head: string) => `${head}\n${REFERENCE}`;

/** Replaces envelopes that cannot be sent; has the number of the last of them. */
export const gapEnvelope = (envelopes: readonly Envelope[]): Envelope => ({
  head: envelopes.at(-1)?.head ?? '',
  body: serializeEntry(GAP_ENTRY),
});

/** Packs entries in order into envelopes of at most `maxBytes`; a larger entry gets its own envelope. */
export function* pack(entries: readonly Entry[], maxBytes: number, head: () => string): Generator<Envelope> {
  let batch: string[] = [];
  let size = 0;
  for (const text of entries.map(serializeEntry)) {
    const length = Buffer.byteLength(text) + 1;
    if (size > 0 && size + length > maxBytes) {
      yield { head: head(), body: batch.join('\n') };
      batch = [];
      size = 0;
    }
    batch.push(text);
    size += length;
  }
  if (batch.length > 0) yield { head: head(), body: batch.join('\n') };
}

export function* unpack(body: string): Generator<Entry> {
  const lines = body.split('\n');
  for (let index = 0; index + 1 < lines.length; index += 2)
    yield { stream: JSON.parse(lines[index] ?? '') as string, json: lines[index + 1] ?? 'null' };
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
