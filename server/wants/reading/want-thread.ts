import type { MessagePort } from 'node:worker_threads';
import { UnreadableFile } from '../../imports/parsing/records';
import { type ReadLine, readLines } from './lines';

export interface WantThreadData {
  readonly bytes: Uint8Array;
  /** A UTC day. */
  readonly today: string;
}

export type WantReply =
  | { readonly kind: 'lines'; readonly lines: readonly ReadLine[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

async function replyTo({ bytes, today }: WantThreadData): Promise<WantReply> {
  try {
    return { kind: 'lines', lines: await readLines(bytes, today) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'unreadable', reason: error.message };
  }
}

export async function serveWants(port: MessagePort, data: WantThreadData): Promise<void> {
  port.postMessage(await replyTo(data));
}
