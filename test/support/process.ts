import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventLoopWatch, requireResponsive, watchEventLoop } from './event-loop';
import { projectRoot } from './roots';

type Env = Record<string, string>;

/** Keeps the developer's own settings out of the product. Suites run beside each other: a process in production would refuse them under that load. */
const bareEnvironment = () => ({
  PATH: process.env.PATH ?? '',
  TMPDIR: process.env.TMPDIR ?? '',
  LOAD_SHEDDING: 'off',
});

export interface Run {
  readonly child: ChildProcess;
  output(): string;
  /** Resolves with the first match. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>;
}

const running = new Set<Run>();
const watches = new Set<EventLoopWatch>();

/** Throws if a web process of a test blocked its event loop. */
export const failOnBlockedProcesses = () => requireResponsive(watches);

/** Starts a process of the product like an operator; `stopAll` ends it. */
export function start(
  script: string,
  env: Env,
  args: readonly string[] = [],
  nodeArgs: readonly string[] = [],
): Run {
  const watch = watchEventLoop(script);
  watches.add(watch);
  const child = spawn(process.execPath, [...watch.args, ...nodeArgs, join(projectRoot, script), ...args], {
    cwd: projectRoot,
    env: { ...bareEnvironment(), ...watch.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const run: Run = {
    child,
    ended,
    output: () => output,
    async waitForOutput(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        if (child.exitCode !== null || child.signalCode)
          throw new Error(`It ended without ${pattern}:\n${output}`);
        await pause(20);
      }
    },
  };
  running.add(run);
  void ended.then(() => running.delete(run));
  return run;
}

export async function stop(run: Run, signal: NodeJS.Signals = 'SIGTERM') {
  run.child.kill(signal);
  return run.ended;
}

export const stopAll = () => Promise.all([...running].map((run) => stop(run)));

/** Retries until the test times out. */
export async function until<Answer>(ask: () => Promise<Answer | null | false>): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer) return answer;
    await pause(50);
  }
}
