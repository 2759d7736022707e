import { textFrame } from './frame';
import { toJson } from './json';

/** In the server's words; the client's first that is among them is taken. */
export const PROTOCOLS: readonly string[] = ['actioncable-v1-json', 'actioncable-unsupported'];

/** `too_many_…` are ours. Clients go by `reconnect` alone. */
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

/** No `type`: with one the stock client would take it for something else. `json` is the message already written. */
export const delivery = (identifier: string, json: string) =>
  textFrame(`{"identifier":${toJson(identifier)},"message":${json}}`);

type Fields = Readonly<Record<string, unknown>>;

export interface Command {
  readonly command: 'subscribe' | 'unsubscribe';
  /** As the client wrote it: other spacing is another subscription. */
  readonly identifier: string;
  readonly params: Fields;
}

function fieldsOf(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    // Not JSON. Rails answers nothing, and so do we.
    return null;
  }
}

/** null for whatever gets no answer: what is no command, and `message`, as no channel here has actions. */
export function parseCommand(text: string): Command | null {
  const fields = fieldsOf(text);
  if (!fields) return null;
  const { command, identifier } = fields;
  if (typeof identifier !== 'string' || (command !== 'subscribe' && command !== 'unsubscribe')) return null;
  const params = fieldsOf(identifier);
  return params && { command, identifier, params };
}
