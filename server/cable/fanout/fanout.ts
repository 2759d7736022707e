import type { Logger } from 'pino';

export type CableLog = Pick<Logger, 'info' | 'warn' | 'error'>;

/** What a process does with what comes in. */
export interface FanoutListener {
  /** `json` is the message, written as JSON once, by whoever sent it. */
  message(stream: string, json: string): void;
  /** Something may have been missed: whoever listens has to look for himself. */
  gap(): void;
}

/** Carries messages to every process, in one order for each stream. */
export interface Fanout {
  /**
   * Resolves when the carrier has the message, or, while the carrier is away, when it is kept for its return.
   * Never rejects: what is lost in the end is announced as a gap.
   */
  publish(stream: string, json: string): Promise<void>;
  /** From here on what comes in is passed on. A process that only publishes does not call it. */
  listen(ear: FanoutListener): Promise<void>;
  /** Sends what is waiting, if it can be sent soon, and lets go. */
  stop(): Promise<void>;
}
