import type { Position } from './fanout/history';

const ESCAPES: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Escapes like Rails' JSON encoder, so the result is safe inside HTML. undefined becomes null. */
export const toJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? '');

const FINAL_TEXT = 0x81;
const FINAL_PING = 0x89;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** Unmasked (RFC 6455, section 5.2). Encoded once for all subscribers; `ws` would encode it for each. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const offset = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(offset + length);
  frame[0] = FINAL_TEXT;
  if (offset === 2) frame[1] = length;
  else if (offset === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, offset);
  return frame;
}

export const PING_FRAME = Buffer.from([FINAL_PING, 0]);

/** AnyCable's: sessions that resume, and histories of the streams. */
export const EXTENDED_PROTOCOL = 'actioncable-v1-ext-json';

/** The first protocol of the client's list that is in this one is used. */
export const PROTOCOLS: readonly string[] = [
  'actioncable-v1-json',
  'actioncable-unsupported',
  EXTENDED_PROTOCOL,
];

/** `too_many_…` are not Rails'. Clients only act on `reconnect`. */
export type Reason =
  | 'unauthorized'
  | 'server_restart'
  | 'remote'
  | 'too_many_connections'
  | 'too_many_commands';

export const WELCOME = textFrame('{"type":"welcome"}');

/** `restoredIds`: the subscriptions of the session that it resumes. */
export const extendedWelcome = (sid: string, restoredIds: readonly string[] | null) =>
  textFrame(
    `{"type":"welcome","sid":"${sid}"${restoredIds ? `,"restored":true,"restored_ids":${toJson(restoredIds)}` : ''}}`,
  );

export const ping = (now: number) => textFrame(`{"type":"ping","message":${Math.floor(now / 1_000)}}`);

export const disconnectMessage = (reason: Reason, reconnect: boolean) =>
  textFrame(`{"type":"disconnect","reason":"${reason}","reconnect":${reconnect}}`);

export const confirmation = (identifier: string) =>
  textFrame(`{"identifier":${toJson(identifier)},"type":"confirm_subscription"}`);

export const rejection = (identifier: string) =>
  textFrame(`{"identifier":${toJson(identifier)},"type":"reject_subscription"}`);

export const delivery = (identifier: string, json: string) =>
  textFrame(`{"identifier":${toJson(identifier)},"message":${json}}`);

/** Of the extended protocol. `position` is null for a message that no history keeps. */
export const positionedDelivery = (
  identifier: string,
  json: string,
  stream: string,
  position: Position | null | undefined,
) => {
  if (!position) return delivery(identifier, json);
  const { epoch, offset } = position;
  return textFrame(
    `{"identifier":${toJson(identifier)},"message":${json},"stream_id":${toJson(stream)},"epoch":${toJson(epoch)},"offset":${offset}}`,
  );
};

export const historyConfirmation = (identifier: string) =>
  textFrame(`{"identifier":${toJson(identifier)},"type":"confirm_history"}`);

export const historyRejection = (identifier: string) =>
  textFrame(`{"identifier":${toJson(identifier)},"type":"reject_history"}`);

type Fields = Readonly<Record<string, unknown>>;

export interface Command {
  readonly command: 'subscribe' | 'unsubscribe' | 'history';
  /** Compared as text, as in Rails: different spacing makes a different subscription. */
  readonly identifier: string;
  readonly params: Fields;
  readonly history: HistoryQuery | null;
}

/** What a client has: positions in streams and, for the others, a time in seconds. */
export interface HistoryQuery {
  readonly since: number | null;
  readonly positions: ReadonlyMap<string, Position>;
}

const fieldsOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** Returns null for what is no JSON object. */
export function parseFields(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

const MAX_EPOCH_CHARACTERS = 64;

function positionOf(value: unknown): Position | null {
  const { epoch, offset } = fieldsOf(value) ?? {};
  const isPosition =
    typeof epoch === 'string' &&
    epoch.length <= MAX_EPOCH_CHARACTERS &&
    typeof offset === 'number' &&
    Number.isSafeInteger(offset) &&
    offset >= 0;
  return isPosition ? { epoch, offset } : null;
}

function historyOf(value: unknown): HistoryQuery | null {
  const history = fieldsOf(value);
  if (!history) return null;
  const positions = new Map<string, Position>();
  for (const [stream, each] of Object.entries(fieldsOf(history.streams) ?? {})) {
    const position = positionOf(each);
    if (position) positions.set(stream, position);
  }
  const { since } = history;
  return { positions, since: typeof since === 'number' && Number.isFinite(since) ? since : null };
}

const isCommand = (value: unknown): value is Command['command'] =>
  value === 'subscribe' || value === 'unsubscribe' || value === 'history';

/** Returns null for input that gets no reply: malformed commands and `message`, as no channel has actions. */
export function parseCommand(text: string): Command | null {
  const fields = parseFields(text);
  if (!fields) return null;
  const { command, identifier, history } = fields;
  if (typeof identifier !== 'string' || !isCommand(command)) return null;
  const params = parseFields(identifier);
  return params && { command, identifier, params, history: historyOf(history) };
}
