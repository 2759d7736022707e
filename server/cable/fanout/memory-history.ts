import { randomBytes } from 'node:crypto';
import {
  HISTORY_MESSAGES,
  HISTORY_SECONDS,
  type HistoryReply,
  type HistoryRequest,
  MAX_KEPT_CHARACTERS,
  type Position,
  replyTo,
} from './history';

interface Stream {
  head: Position;
  messages: { readonly offset: number; readonly json: string | null; readonly at: number }[];
}

const seconds = () => Date.now() / 1_000;

/** The history of a fan-out within one process. */
export class MemoryHistory {
  readonly #streams = new Map<string, Stream>();

  add(stream: string, json: string): Position {
    const { head, messages } = this.#streams.get(stream) ?? {
      head: { epoch: randomBytes(4).toString('hex'), offset: 0 },
      messages: [],
    };
    const position = { ...head, offset: head.offset + 1 };
    const kept = json.length <= MAX_KEPT_CHARACTERS ? json : null;
    const message = { offset: position.offset, json: kept, at: seconds() };
    this.#streams.set(stream, {
      head: position,
      messages: [...messages, message].slice(-HISTORY_MESSAGES),
    });
    return position;
  }

  read(request: HistoryRequest): HistoryReply {
    const { after, since } = request;
    const stream = this.#streams.get(request.stream);
    const now = seconds();
    const messages = (stream?.messages ?? []).filter(
      ({ at, offset }) => at > now - HISTORY_SECONDS && (after ? offset > after.offset : at >= Number(since)),
    );
    const publishedAt = stream?.messages.at(-1)?.at ?? 0;
    return replyTo(request, stream ? { head: stream.head, publishedAt, messages } : null, now);
  }
}
