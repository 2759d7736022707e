import { Buffer } from 'node:buffer';

/**
 * What travels: a line with the sender's name and the parcel's number, then two lines for each message, the stream
 * (as JSON, so that it is one line) and the message itself. The receiver never has to parse a message.
 */
export interface Envelope {
  readonly head: string;
  readonly body: string;
}

export interface Entry {
  readonly stream: string;
  readonly json: string;
}

/** The stream on which a sender says that it had to drop something. */
export const GAP = 'action_cable/gap';
/** The stream on which a process that ends in order says so. */
export const SHUTDOWN_STREAM = 'action_cable/bye';
export const GAP_ENTRY: Entry = { stream: GAP, json: 'null' };

/** A parcel that holds only the number of the row in which its body waits. */
const REFERENCE = '#';

const lines = ({ stream, json }: Entry) => `${JSON.stringify(stream)}\n${json}`;

export const textOf = ({ head, body }: Envelope) => `${head}\n${body}`;

export const payloadReference = (head: string) => `${head}\n${REFERENCE}`;

/** In place of parcels that cannot be sent, under the number of the last of them. */
export const gapEnvelope = (parcels: readonly Envelope[]): Envelope => ({
  head: parcels.at(-1)?.head ?? '',
  body: lines(GAP_ENTRY),
});

/** Packs entries, in their order, into parcels of at most `bytes` where one entry alone is not more. */
export function* pack(entries: readonly Entry[], bytes: number, head: () => string): Generator<Envelope> {
  let batch: string[] = [];
  let size = 0;
  for (const text of entries.map(lines)) {
    const length = Buffer.byteLength(text) + 1;
    if (size > 0 && size + length > bytes) {
      yield { head: head(), body: batch.join('\n') };
      batch = [];
      size = 0;
    }
    batch.push(text);
    size += length;
  }
  if (batch.length > 0) yield { head: head(), body: batch.join('\n') };
}

/** The pairs of a body. */
export function* unpack(body: string): Generator<Entry> {
  const parts = body.split('\n');
  for (let index = 0; index + 1 < parts.length; index += 2)
    yield { stream: JSON.parse(parts[index] ?? '') as string, json: parts[index + 1] ?? 'null' };
}

export interface ParsedEnvelope {
  readonly sender: string;
  readonly number: number;
  /** The body, or where it is to be fetched. */
  readonly body: string;
  readonly reference: string | null;
}

/** Reads a parcel; null where it is none of ours. */
export function open(text: string): ParsedEnvelope | null {
  const end = text.indexOf('\n');
  const [, sender, number] = /^([\w-]+) (\d+)$/.exec(end < 0 ? text : text.slice(0, end)) ?? [];
  if (!sender || !number) return null;
  const body = text.slice(end + 1);
  const reference = body.startsWith(REFERENCE) ? body.slice(1) : null;
  return { sender, number: Number(number), body, reference };
}
