/** Offsets count the messages of a stream from 1 without holes; another epoch is another count. */
export interface Position {
  readonly epoch: string;
  readonly offset: number;
}

export const HISTORY_MESSAGES = 100;
export const HISTORY_SECONDS = 300;
/** A longer message is sent but not kept: clients that missed it refetch. */
export const MAX_KEPT_CHARACTERS = 8 * 1024;
/** The count of an idle stream lives longer than its messages, so that idle clients miss nothing. */
export const COUNT_SECONDS = 86_400;

/** Asks for what came after a position or, where the client has none, since a time in seconds. */
export interface HistoryRequest {
  readonly stream: string;
  readonly after: Position | null;
  readonly since: number | null;
}

export interface KeptMessage {
  readonly offset: number;
  readonly json: string;
}

export interface HistoryReply {
  /** Null for a stream without messages. */
  readonly head: Position | null;
  /** Null if some of the requested messages are gone or may be gone. */
  readonly messages: readonly KeptMessage[] | null;
}

interface StoredMessage {
  readonly offset: number;
  /** Null if it was too long. */
  readonly json: string | null;
}

const isKept = (message: StoredMessage): message is KeptMessage => message.json !== null;

/** The head, and those of its kept messages that follow the request's position or time. */
export interface StoredStream {
  readonly head: Position;
  /** Seconds. */
  readonly publishedAt: number;
  readonly messages: readonly StoredMessage[];
}

function messagesAfter(after: Position, { head, messages }: StoredStream) {
  if (after.epoch !== head.epoch || after.offset > head.offset) return null;
  return messages.length === head.offset - after.offset ? messages : null;
}

function messagesSince(since: number, { publishedAt, messages }: StoredStream, now: number) {
  if (publishedAt < since) return [];
  const isWhole = messages[0]?.offset === 1;
  const isYoung = since >= now - HISTORY_SECONDS && messages.length < HISTORY_MESSAGES;
  return isWhole || isYoung ? messages : null;
}

function missed({ after, since }: HistoryRequest, stored: StoredStream, now: number) {
  const messages = after
    ? messagesAfter(after, stored)
    : since === null
      ? null
      : messagesSince(since, stored, now);
  return messages?.every(isKept) ? messages : null;
}

/** `now` in seconds, by the clock that dates the messages. */
export function replyTo(request: HistoryRequest, stored: StoredStream | null, now: number): HistoryReply {
  const { after, since } = request;
  // A client whose clock is ahead would miss messages.
  const isAhead = !after && since !== null && since > now + 1;
  if (stored) return { head: stored.head, messages: isAhead ? null : missed(request, stored, now) };
  return { head: null, messages: after || since === null || isAhead ? null : [] };
}
