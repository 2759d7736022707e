import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoadClass } from '../contract/load-class';
import { BulkLimit } from './bulk-limit';
import { type ClassifiedRoute, createClassifier } from './classes';
import { type MonotonicClock, monotonicClock } from './clock';
import { watchDeadline } from './deadline';
import { EventLoopDelay } from './event-loop-delay';
import { FairShare } from './fair-share';
import { BUSY_FROM_MS, refusedShare } from './ramps';
import { createRefusals, type Refusals } from './refusals';
import { SignInQuota } from './sign-in-quota';
import { eventLoopShare, StartQueue } from './start-queue';

type ShedReason = 'lag' | 'pool' | 'account' | 'deadline';
export type OnShed = (load: LoadClass, reason: ShedReason) => void;

export interface AdmissionOptions {
  readonly routes: readonly ClassifiedRoute[];
  /** Whose correct signature the request bears, or null. */
  readonly accountOf: (req: IncomingMessage) => string | null;
  readonly addressOf: (req: IncomingMessage) => string;
  readonly isFair?: boolean;
  /** Runs the application for a request; returns how to cancel its statements. */
  readonly inScope?: (load: LoadClass, act: () => void) => () => void;
  readonly onAnswered?: (req: IncomingMessage, account: string) => void;
  readonly onShed?: OnShed;
  readonly clock?: MonotonicClock;
  readonly busyShare?: () => number;
  readonly random?: () => number;
}

export interface Arrival {
  readonly load: LoadClass;
  readonly account: string | null;
}

type Answer = (arrival: Arrival) => void;

export interface AdmissionControl {
  admit(req: IncomingMessage, res: ServerResponse, answer: Answer): void;
  admitsUpgrade(req: IncomingMessage): boolean;
  stop(): void;
}

/** Admits everything, as class B. */
export const openAdmission = (inScope: NonNullable<AdmissionOptions['inScope']>): AdmissionControl => ({
  admit: (_req, _res, answer) => void inScope('B', () => answer({ load: 'B', account: null })),
  admitsUpgrade: () => true,
  stop: () => undefined,
});

/** Decides before the application sees a request, by its class and the delay of the event loop. */
export class LoadShedder implements AdmissionControl {
  readonly #options: AdmissionOptions;
  readonly #onShed: OnShed;
  readonly #clock: MonotonicClock;
  readonly #random: () => number;
  readonly #classify: ReturnType<typeof createClassifier>;
  readonly #refusals: Refusals;
  readonly #delay: EventLoopDelay;
  readonly #bulk = new BulkLimit();
  readonly #signIns = new SignInQuota();
  readonly #queue: StartQueue;
  readonly #shares = new FairShare(() => this.#lateness('C') > BUSY_FROM_MS);

  constructor(options: AdmissionOptions) {
    const { clock = monotonicClock, busyShare = eventLoopShare(), random = Math.random } = options;
    this.#options = options;
    this.#onShed = options.onShed ?? (() => undefined);
    this.#clock = clock;
    this.#random = random;
    this.#classify = createClassifier(options.routes);
    this.#refusals = createRefusals(random);
    this.#delay = new EventLoopDelay(clock);
    this.#queue = new StartQueue(clock, busyShare);
  }

  admit(req: IncomingMessage, res: ServerResponse, answer: Answer) {
    const arrival = this.#arrivalOf(req);
    if (this.#isShed(arrival.load)) return this.#refusals.busy(req, res);
    if (arrival.load === 'D' && !this.#enterBulk(arrival, req, res)) return;
    let cancel = () => {};
    this.#share(arrival, req, res, () =>
      this.#inTurn(arrival.load, req, res, () => {
        cancel = this.#answer(arrival, req, res, answer);
      }),
    );
    const onMissed = () => {
      cancel();
      this.#onShed(arrival.load, 'deadline');
      this.#refusals.late(req, res);
    };
    watchDeadline(this.#clock, arrival.load, { req, res, onMissed });
  }

  admitsUpgrade(req: IncomingMessage) {
    return !this.#isShed(this.#options.accountOf(req) === null ? 'C' : 'A');
  }

  stop() {
    this.#delay.stop();
    this.#queue.stop();
  }

  #arrivalOf(req: IncomingMessage): Arrival {
    const { load, isSignIn } = this.#classify(req);
    if (load === '0') return { load, account: null };
    const account = this.#options.accountOf(req);
    const isTrusted = account !== null || (isSignIn && this.#signIns.take(this.#clock.now()));
    return { load: isTrusted ? load : 'C', account };
  }

  /** How late a request would be answered: behind those that wait, and behind a turn of the event loop. */
  #lateness(load: LoadClass): number {
    return load === '0' ? 0 : Math.max(this.#delay.median(), this.#queue.waitOf(load));
  }

  #isShed(load: LoadClass): boolean {
    const share = refusedShare(load, this.#lateness(load));
    const isShed = share > 0 && this.#random() < share;
    if (isShed) this.#onShed(load, 'lag');
    return isShed;
  }

  #inTurn(load: LoadClass, req: IncomingMessage, res: ServerResponse, start: () => void) {
    if (load === '0') return start();
    const refuse = () => {
      this.#onShed(load, 'lag');
      this.#refusals.busy(req, res);
    };
    const leave = this.#queue.enter(load, start, refuse);
    res.once('close', leave);
  }

  #share({ load, account }: Arrival, req: IncomingMessage, res: ServerResponse, start: () => void) {
    if (load === '0' || this.#options.isFair === false) return start();
    const leave = this.#shares.enter(account ?? `address ${this.#options.addressOf(req)}`, start);
    if (leave) {
      res.once('close', leave);
      return;
    }
    this.#onShed(load, 'account');
    this.#refusals.tooMany(req, res);
  }

  #answer(arrival: Arrival, req: IncomingMessage, res: ServerResponse, answer: Answer): () => void {
    const { load, account } = arrival;
    const { inScope, onAnswered } = this.#options;
    if (account !== null && onAnswered) res.once('close', () => onAnswered(req, account));
    if (inScope && load !== '0') return inScope(load, () => answer(arrival));
    answer(arrival);
    return () => undefined;
  }

  /** Answers 429 and returns false when as many exports run as may. */
  #enterBulk({ account, load }: Arrival, req: IncomingMessage, res: ServerResponse): boolean {
    if (account === null || req.method !== 'GET') return true;
    if (!this.#bulk.enter(account)) {
      this.#onShed(load, 'account');
      this.#refusals.exportRuns(req, res);
      return false;
    }
    res.once('close', () => this.#bulk.leave(account));
    return true;
  }
}
