import { addressOf } from '../../db/connection';
import { lockSession } from '../../db/session-lock';
import { counted } from '../contract/money';
import type { Services } from '../services';
import { runChecks } from './check';
import type { CheckResult } from './finding';
import { beginCheck, COMMAND_LOCK, dropCheck, finishCheck } from './recorded';

const SHOWN = 20;

function sectionOf({ name, meaning, remedy, total, findings }: CheckResult): string[] {
  const more = total > SHOWN ? [`  and ${total - SHOWN} more`] : [];
  return [
    `${name}: ${counted(total, 'finding')}. ${meaning}.`,
    ...findings.slice(0, SHOWN).map(({ subject, detail }) => `  ${subject}: ${detail}`),
    ...more,
    `  ${remedy}`,
  ];
}

function reportOf(results: readonly CheckResult[]): string {
  const wrong = results.filter(({ total }) => total > 0);
  if (wrong.length === 0) return `${results.length} checks, no findings.`;
  return wrong.flatMap(sectionOf).join('\n');
}

class ChecksFailed extends Error {
  constructor(
    message: string,
    /** 1 with findings, 2 if a check could not run. */
    readonly exitCode: 1 | 2,
  ) {
    super(message);
  }
}

/** A check that runs beside another one is not recorded. */
async function runLocked(services: Services): Promise<CheckResult[]> {
  const { config, db } = services;
  const release = await lockSession(config.operations.databaseDirectUrl ?? addressOf(db), COMMAND_LOCK);
  if (!release) return runChecks(services);
  return runAndRecord(services).finally(release);
}

async function runAndRecord(services: Services): Promise<CheckResult[]> {
  const id = await beginCheck(services.db, 'command');
  if (id === null) return runChecks(services);
  try {
    const results = await runChecks(services);
    await finishCheck(services, id, results);
    return results;
  } catch (error) {
    await dropCheck(services.db, id);
    throw error;
  }
}

export async function checkAtOnce(services: Services, words: readonly string[]): Promise<string> {
  const results = await runLocked(services).catch((error: Error) => {
    throw new ChecksFailed(`The check could not run: ${error.message}`, 2);
  });
  const report = words.includes('--json') ? JSON.stringify(results) : reportOf(results);
  if (results.some(({ total }) => total > 0)) throw new ChecksFailed(report, 1);
  return report;
}
