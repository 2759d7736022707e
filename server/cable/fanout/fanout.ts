import type { Logger } from 'pino';

export type CableLog = Pick<Logger, 'info' | 'warn' | 'error'>;

export interface FanoutListener {
  message(stream: string, json: string): void;
  /** Messages may have been lost, so the listener must refetch. */
  gap(): void;
}

/** Carries messages to every process, in the same order for each stream. */
export interface Fanout {
  /** Resolves when the message is sent or queued. Never rejects: lost messages are announced as a gap. */
  publish(stream: string, json: string): Promise<void>;
  listen(listener: FanoutListener): Promise<void>;
  isListening(): boolean;
  /** Sends queued messages if possible within a second, then disconnects. */
  stop(): Promise<void>;
}
