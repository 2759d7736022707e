import type { HistoryReply, HistoryRequest, KeptMessage, Position } from '../fanout/history';
import { MAX_BUFFERED_BYTES } from '../limits';
import { type HistoryQuery, historyConfirmation, historyRejection, positionedDelivery } from '../protocol';
import type { HistoryReader } from './history-reader';

/** The messages from one offset to another that this socket was sent; the next one follows `to`. */
interface Sent {
  readonly epoch: string;
  readonly from: number;
  to: number;
}

interface LiveMessage {
  readonly stream: string;
  readonly position: Position | null;
  readonly frame: Buffer;
}

export interface Receiver {
  write(frame: Buffer): void;
  /** Ends the socket: more waits for its client than may. */
  overflow(): void;
}

/** The position before everything that a socket was sent, by the stream: what its client has if it received nothing. */
export type Starts = ReadonlyMap<string, Position>;

/** A client that has resumed its session asks for the history next; what happens meanwhile waits for that. */
const RESUME_TIMEOUT_MS = 10_000;
const MAX_HISTORY_CHARACTERS = 512 * 1024;

/** A subscription over the extended protocol: sends each message once, in order, with its position. */
export class ResumableSubscription {
  readonly #identifier: string;
  readonly #streams: readonly string[];
  readonly #receiver: Receiver;
  readonly #history: HistoryReader;
  readonly #starts: Starts;
  readonly #sent = new Map<string, Sent>();
  #held: LiveMessage[] | null = null;
  #heldBytes = 0;
  #resumesBefore: number;
  #turn: Promise<void> | null = null;
  #isEnded = false;

  constructor(
    { identifier, streams }: { readonly identifier: string; readonly streams: readonly string[] },
    receiver: Receiver,
    history: HistoryReader,
    resumed: { readonly starts: Starts; readonly now: number } | null,
  ) {
    this.#identifier = identifier;
    this.#streams = streams;
    this.#receiver = receiver;
    this.#history = history;
    this.#starts = resumed?.starts ?? new Map();
    this.#resumesBefore = resumed ? resumed.now + RESUME_TIMEOUT_MS : 0;
    if (resumed) this.#held = [];
  }

  get starts(): Starts {
    const starts = new Map(this.#starts);
    for (const [stream, { epoch, from }] of this.#sent) starts.set(stream, { epoch, offset: from - 1 });
    return starts;
  }

  end() {
    this.#isEnded = true;
    this.#held = null;
  }

  receive(message: LiveMessage) {
    if (!this.#held) return this.#send(message);
    this.#held.push(message);
    this.#heldBytes += message.frame.length;
    if (this.#heldBytes > MAX_BUFFERED_BYTES) this.#receiver.overflow();
  }

  /** Sends what the client has missed, then what happened meanwhile, then goes on with live messages. */
  catchUp(query: HistoryQuery) {
    const requestFor = (stream: string): HistoryRequest => {
      const after = query.positions.get(stream) ?? this.#starts.get(stream) ?? null;
      return { stream, after, since: after ? null : query.since };
    };
    return this.#inTurn(async () => {
      const replies = await this.#read(this.#streams.map(requestFor));
      if (this.#isEnded) return;
      if (replies) this.#sendMissed(replies);
      this.#receiver.write((replies ? historyConfirmation : historyRejection)(this.#identifier));
    });
  }

  rejectHistory() {
    this.#receiver.write(historyRejection(this.#identifier));
  }

  /** After a gap the history has what was sent meanwhile, but not what was never sent: the client must refetch, too. */
  catchUpAfterGap() {
    const requests = [...this.#sent].map(([stream, { epoch, to }]) => ({
      stream,
      after: { epoch, offset: to },
      since: null,
    }));
    return this.#inTurn(async () => {
      const replies = await this.#read(requests);
      if (this.#isEnded) return;
      if (replies) this.#sendMissed(replies);
      this.rejectHistory();
    });
  }

  /** Goes on without the client's request for the history. */
  stopWaiting(now: number) {
    if (this.#resumesBefore === 0 || now < this.#resumesBefore) return;
    this.#resumesBefore = 0;
    if (this.#turn) return;
    this.rejectHistory();
    this.#release();
  }

  #inTurn(work: () => Promise<void>) {
    this.#held ??= [];
    this.#resumesBefore = 0;
    const turn: Promise<void> = (this.#turn ?? Promise.resolve()).then(work).then(() => {
      if (this.#turn !== turn) return;
      this.#turn = null;
      this.#release();
    });
    this.#turn = turn;
    return turn;
  }

  async #read(requests: readonly HistoryRequest[]): Promise<readonly Missed[] | null> {
    try {
      const replies = await Promise.all(requests.map((request) => this.#history.read(request)));
      const missed = replies.map((reply, index) => missedOf(requests[index], reply));
      const isWhole = missed.every((each) => each !== null);
      return isWhole && charactersIn(missed) <= MAX_HISTORY_CHARACTERS ? missed : null;
    } catch {
      return null;
    }
  }

  #sendMissed(missed: readonly Missed[]) {
    for (const { stream, head, messages } of missed) {
      if (!head) continue;
      const { epoch } = head;
      const sent = this.#sent.get(stream);
      const current = sent?.epoch === epoch ? sent : null;
      for (const { offset, json } of messages) {
        if (current && offset >= current.from && offset <= current.to) continue;
        this.#receiver.write(positionedDelivery(this.#identifier, json, stream, { epoch, offset }));
      }
      const from = messages[0]?.offset ?? head.offset + 1;
      this.#sent.set(stream, {
        epoch,
        from: Math.min(from, current?.from ?? from),
        to: Math.max(head.offset, current?.to ?? 0),
      });
    }
  }

  #release() {
    const held = this.#held ?? [];
    this.#held = null;
    this.#heldBytes = 0;
    for (const message of held) this.#send(message);
  }

  #send({ stream, position, frame }: LiveMessage) {
    if (position && !this.#advance(stream, position)) return;
    this.#receiver.write(frame);
  }

  /** False if the history has brought it. */
  #advance(stream: string, { epoch, offset }: Position) {
    const sent = this.#sent.get(stream);
    if (sent?.epoch !== epoch) this.#sent.set(stream, { epoch, from: offset, to: offset });
    else if (offset <= sent.to) return false;
    else sent.to = offset;
    return true;
  }
}

interface Missed {
  readonly stream: string;
  readonly head: Position | null;
  readonly messages: readonly KeptMessage[];
}

const missedOf = (request: HistoryRequest | undefined, { head, messages }: HistoryReply): Missed | null =>
  request && messages ? { stream: request.stream, head, messages } : null;

const charactersIn = (missed: readonly Missed[]) =>
  missed.flatMap(({ messages }) => messages).reduce((sum, { json }) => sum + json.length, 0);
