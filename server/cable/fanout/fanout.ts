import type { Logger } from 'pino';
import type { HistoryReply, HistoryRequest, Position } from './history';

export type CableLog = Pick<Logger, 'info' | 'warn' | 'error'>;

export interface FanoutListener {
  /** A message without a position is in no history. */
  message(stream: string, json: string, position?: Position | null): void;
  /** Messages may have been lost, so the listener must refetch. */
  gap(): void;
}

export interface PublishOptions {
  /** Whether the stream's history keeps the message for clients that missed it. */
  readonly isKept?: boolean;
}

/** Carries messages to every process, in the same order for each stream. */
export interface Fanout {
  /** Resolves when the message is sent or queued. Never rejects: lost messages are announced as a gap. */
  publish(stream: string, json: string, options?: PublishOptions): Promise<void>;
  /** Replies in the order of the requests. Rejects while the history cannot be read. */
  readHistory(requests: readonly HistoryRequest[]): Promise<readonly HistoryReply[]>;
  listen(listener: FanoutListener): Promise<void>;
  isListening(): boolean;
  /** Sends queued messages if possible within a second, then disconnects. */
  stop(): Promise<void>;
}
