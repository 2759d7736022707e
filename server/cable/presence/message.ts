import type { UserPresence } from './user-limits';

/** The stream on which processes announce the sockets of their users. */
export const PRESENCE_STREAM = 'action_cable/neighbours';

/** Details are left out while the sender knows of no other process with sockets of the user. */
export type PresenceEntry = readonly [
  userId: number,
  socketCount: number,
  sockets?: UserPresence['sockets'],
  identifiers?: UserPresence['identifiers'],
];

export interface PresenceUpdate {
  /** Name of the sending process. */
  readonly from: string;
  /** Replaces everything that the process sent before. */
  readonly all: boolean;
  /** Which processes must send everything again. */
  readonly ask: boolean | readonly string[];
  readonly users: readonly PresenceEntry[];
  /** Users whose entries every process must send again. */
  readonly verify?: readonly number[];
}

/** A NOTIFY takes fewer than 8,000 bytes; the remainder is for the other fields and the envelope. */
const MAX_CHUNK_BYTES = 6_500;
const MAX_NAMED_PROCESSES = 20;

export const isResyncRequested = ({ ask }: PresenceUpdate, process: string) =>
  typeof ask === 'boolean' ? ask : ask.includes(process);

/** Returns the processes to ask for all their entries; true asks all of them, as a long list exceeds a message. */
export const resyncRequest = (processes: readonly string[]): PresenceUpdate['ask'] =>
  processes.length > MAX_NAMED_PROCESSES || (processes.length > 0 && processes);

/** Splits ASCII items into lists that fit one message each; an empty list stays one message. */
export function* inChunks<T>(items: readonly T[]): Generator<readonly T[]> {
  let chunk: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const itemBytes = JSON.stringify(item).length + 1;
    if (chunk.length > 0 && bytes + itemBytes > MAX_CHUNK_BYTES) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += itemBytes;
  }
  yield chunk;
}
