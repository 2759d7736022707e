import { textFrame } from './frame';
import { toJson } from './json';

/** The first protocol of the client's list that is in this one is used. */
export const PROTOCOLS: readonly string[] = ['actioncable-v1-json', 'actioncable-unsupported'];

/** `too_many_…` are not Rails'. Clients only act on `reconnect`. */
export type Reason =
  | 'unauthorized'
  | 'server_restart'
  | 'remote'
  | 'too_many_connections'
  | 'too_many_commands';

export const WELCOME = textFrame('{"type":"welcome"}');

export const ping = (now: number) => textFrame(`{"type":"ping","message":${Math.floor(now / 1_000)}}`);

export const disconnectMessage = (reason: Reason, reconnect: boolean) =>
  textFrame(`{"type":"disconnect","reason":"${reason}","reconnect":${reconnect}}`);

export const confirmation = (identifier: string) =>
  textFrame(`{"identifier":${toJson(identifier)},"type":"confirm_subscription"}`);

export const rejection = (identifier: string) =>
  textFrame(`{"identifier":${toJson(identifier)},"type":"reject_subscription"}`);

/** Messages have no `type`. `json` is the serialized message. */
export const delivery = (identifier: string, json: string) =>
  textFrame(`{"identifier":${toJson(identifier)},"message":${json}}`);

type Fields = Readonly<Record<string, unknown>>;

export interface Command {
  readonly command: 'subscribe' | 'unsubscribe';
  /** Compared as text, as in Rails: different spacing makes a different subscription. */
  readonly identifier: string;
  readonly params: Fields;
}

function parseFields(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    // Like Rails, sends no reply to malformed JSON.
    return null;
  }
}

/** Returns null for input that gets no reply: malformed commands and `message`, as no channel has actions. */
export function parseCommand(text: string): Command | null {
  const fields = parseFields(text);
  if (!fields) return null;
  const { command, identifier } = fields;
  if (typeof identifier !== 'string' || (command !== 'subscribe' && command !== 'unsubscribe')) return null;
  const params = parseFields(identifier);
  return params && { command, identifier, params };
}
