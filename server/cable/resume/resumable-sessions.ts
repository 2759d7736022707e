import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Identity } from '../channel';
import type { Clock } from '../clock';
import { INTERNAL } from '../fanout/envelope';
import type { Position } from '../fanout/history';
import { MAX_SOCKETS_PER_USER, MAX_USER_IDENTIFIER_CHARACTERS } from '../limits';
import type { Starts } from './resumable-subscription';

export const SESSIONS_STREAM = `${INTERNAL}sessions`;

/** After its socket. */
const SESSION_MS = 60_000;
const REPLY_MS = 500;
const SID = /^([\w-]{12})\.[\w-]{12}$/;

export interface SavedSubscription {
  readonly identifier: string;
  readonly starts: readonly (readonly [stream: string, position: Position])[];
}

type Session = readonly SavedSubscription[];

interface SavedSession {
  readonly userId: number;
  readonly sessionKey: string;
  readonly subscriptions: Session;
  readonly until: number;
}

export type SessionMessage =
  | { readonly find: string; readonly by: string; readonly owner: string }
  | { readonly found: string; readonly by: string; readonly session: Session | null };

interface ResumableConnection {
  readonly viewer: Identity | null;
  describe(): Session;
}

const newName = () => randomBytes(9).toString('base64url');

/** Other processes compare this, so that no session key leaves its process. */
const digest = ({ id, sessionKey }: Identity) =>
  createHash('sha256').update(`${id} ${sessionKey}`).digest('base64url');

export const startsOf = ({ starts }: SavedSubscription): Starts => new Map(starts);

/**
 * Sessions by their `sid`, of open sockets, too: a cut is noticed late. One process has each of them, whose name begins
 * its `sid`; the others ask it. A session resumes only for the same sign-in.
 */
export class ResumableSessions {
  readonly #name = newName();
  readonly #clock: Clock;
  readonly #send: (message: SessionMessage) => void;
  readonly #open = new Map<string, ResumableConnection>();
  readonly #saved = new Map<string, SavedSession>();
  /** Those of a user, the latest last. */
  readonly #sidsOf = new Map<number, string[]>();
  readonly #waiting = new Map<string, (session: Session | null) => void>();

  constructor(clock: Clock, send: (message: SessionMessage) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  newSid() {
    return `${this.#name}.${newName()}`;
  }

  opened(sid: string, connection: ResumableConnection) {
    this.#open.set(sid, connection);
  }

  /** Saves the session if its client may come back for it. */
  closed(sid: string, connection: ResumableConnection, isResumable: boolean) {
    const { viewer } = connection;
    this.#open.delete(sid);
    this.#deleteExpired();
    if (!viewer || !isResumable) return;
    const subscriptions = connection.describe();
    if (subscriptions.length === 0) return;
    const { id: userId, sessionKey } = viewer;
    this.#saved.set(sid, { userId, sessionKey, subscriptions, until: this.#clock.now() + SESSION_MS });
    this.#sidsOf.set(userId, [...(this.#sidsOf.get(userId) ?? []), sid]);
    this.#deleteSurplus(userId);
  }

  forget(isForgotten: (viewer: Identity) => boolean) {
    for (const [sid, { userId, sessionKey }] of this.#saved)
      if (isForgotten({ id: userId, sessionKey })) this.#delete(sid, userId);
  }

  async find(sid: string, viewer: Identity): Promise<Session | null> {
    const [, owner] = SID.exec(sid) ?? [];
    if (!owner) return null;
    const owns = digest(viewer);
    if (owner === this.#name) return this.#findOwn(sid, owns);
    const by = `${this.#name}.${newName()}`;
    const found = new Promise<Session | null>((resolve) => this.#waiting.set(by, resolve));
    this.#send({ find: sid, by, owner: owns });
    const session = await Promise.race([found, delay(REPLY_MS, null, { ref: false })]);
    this.#waiting.delete(by);
    return session;
  }

  receive(message: SessionMessage) {
    if ('find' in message) this.#answer(message);
    else this.#waiting.get(message.by)?.(message.session);
  }

  #answer({ find, by, owner }: Extract<SessionMessage, { find: string }>) {
    if (!find.startsWith(`${this.#name}.`)) return;
    this.#send({ found: find, by, session: this.#findOwn(find, owner) });
  }

  #findOwn(sid: string, owner: string): Session | null {
    this.#deleteExpired();
    const open = this.#open.get(sid);
    if (open) return open.viewer && digest(open.viewer) === owner ? open.describe() : null;
    const saved = this.#saved.get(sid);
    const isOwner = saved && digest({ id: saved.userId, sessionKey: saved.sessionKey }) === owner;
    return isOwner ? saved.subscriptions : null;
  }

  /** Bounds what one user's sockets leave behind; the latest stay. */
  #deleteSurplus(userId: number) {
    let sessions = 0;
    let characters = 0;
    for (const sid of (this.#sidsOf.get(userId) ?? []).toReversed()) {
      characters += charactersIn(this.#saved.get(sid)?.subscriptions ?? []);
      if (++sessions > MAX_SOCKETS_PER_USER || characters > MAX_USER_IDENTIFIER_CHARACTERS)
        this.#delete(sid, userId);
    }
  }

  #delete(sid: string, userId: number) {
    this.#saved.delete(sid);
    const sids = (this.#sidsOf.get(userId) ?? []).filter((each) => each !== sid);
    if (sids.length > 0) this.#sidsOf.set(userId, sids);
    else this.#sidsOf.delete(userId);
  }

  /** In the order of their ends. */
  #deleteExpired() {
    const now = this.#clock.now();
    for (const [sid, { userId, until }] of this.#saved) {
      if (until > now) return;
      this.#delete(sid, userId);
    }
  }
}

const charactersIn = (subscriptions: Session) =>
  subscriptions.reduce((sum, { identifier }) => sum + identifier.length, 0);
