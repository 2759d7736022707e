import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface BlockedTurn {
  readonly cpuMs: number;
  /** Requests since the process started. */
  readonly served: number;
  /** A first page was begun in this turn, before the process is ready. */
  readonly isWarming: boolean;
  /** Requests answered in this turn. */
  readonly answered: number;
  /** Requests that were open in this turn. */
  readonly requests: readonly string[];
}

const MAX_TURN_CPU_MS = 250;
/** Of each request in a turn that answers many. */
const MAX_CPU_MS_OF_MANY = 25;

/** Entries whose main thread answers requests. */
const WEB_ENTRIES = ['dist/web.js', 'dist/all.js', 'server/boot/start.mjs'];

const EXEMPTIONS: readonly { reason: string; includes(turn: BlockedTurn): boolean }[] = [
  { reason: 'modules are loaded before the first request', includes: ({ served }) => served === 0 },
  { reason: 'first pages are rendered before the process is ready', includes: ({ isWarming }) => isWarming },
  {
    reason: 'under load one turn answers every request that has arrived',
    includes: ({ cpuMs, answered }) => cpuMs / answered < MAX_CPU_MS_OF_MANY,
  },
];

export const isMeasurable = existsSync('/proc/thread-self/schedstat');

export interface EventLoopWatch {
  /** For `node`, before the script. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Returns the reports since the last call, except exempt ones. */
  takeBlockedTurns(): BlockedTurn[];
}

const NO_WATCH: EventLoopWatch = { args: [], env: {}, takeBlockedTurns: () => [] };

export function watchEventLoop(script: string, entries = WEB_ENTRIES): EventLoopWatch {
  if (!isMeasurable || !entries.includes(script)) return NO_WATCH;
  const report = join(mkdtempSync(join(tmpdir(), 'lotwise-event-loop-')), 'turns');
  let read = 0;
  return {
    args: ['--import', join(__dirname, 'event-loop-watchdog.mjs')],
    env: { WATCHDOG_REPORT: report, WATCHDOG_LIMIT_MS: String(MAX_TURN_CPU_MS) },
    takeBlockedTurns() {
      if (!existsSync(report)) return [];
      const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean);
      const turns = lines.slice(read).map((line) => JSON.parse(line) as BlockedTurn);
      read = lines.length;
      return turns.filter((turn) => !EXEMPTIONS.some(({ includes }) => includes(turn)));
    },
  };
}

const describeTurn = ({ cpuMs, requests }: BlockedTurn) =>
  `${cpuMs} ms (${requests.join(', ') || 'no request'})`;

/** Throws if a web process took more than 250 ms of processor time in one turn of its event loop. */
export function requireResponsive(watches: Iterable<EventLoopWatch>) {
  const turns = [...watches].flatMap((watch) => watch.takeBlockedTurns());
  if (turns.length === 0) return;
  throw new Error(`A web process blocked its event loop for ${turns.map(describeTurn).join(', ')}`);
}
