import type { IncomingMessage, Server } from 'node:http';
import type { Channel, Identity } from './channel';
import type { CableLog } from './fanout/fanout';

export interface CableOptions<V extends Identity> {
  /** Where sockets are opened; `/cable` unless told. */
  readonly path?: string;
  /** Who asks, by session cookie or `?token=`; null refuses. Its header and address are what is looked at. */
  identify(request: IncomingMessage): Promise<V | null>;
  readonly channels: readonly Channel<V>[];
  /** Besides the same origin as the host and that of `appUrl`. */
  readonly allowedOrigins: readonly (string | RegExp)[];
  readonly appUrl: string;
  /** Number of proxies whose forwarded headers are believed. */
  readonly trustProxy: number;
  readonly secretKeyBase: string;
  /** Which of these sessions still stand. Asked every minute and whenever a revocation may have been missed. */
  stillValid?(sessionKeys: readonly string[]): Promise<ReadonlySet<string>>;
  readonly log: CableLog;
}

export interface Cable {
  /** Says `server_restart` to every socket, spread over the time given, and resolves when all are gone. */
  close(options: { readonly spreadMs: number }): Promise<void>;
}

export declare const attachCable: <V extends Identity>(server: Server, options: CableOptions<V>) => Cable;
