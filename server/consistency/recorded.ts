import type { Knex } from 'knex';
import { isLockedSql } from '../../db/session-lock';
import type { ConsistencyCheckRow } from '../../db/tables';
import type { Services } from '../services';
import type { CheckResult, Finding } from './finding';

type Trigger = ConsistencyCheckRow['trigger'];

/** A row of findings with this type holds the count of all, as at most `MAX_FINDINGS` rows are kept. */
const TOTAL = 'total';

const KEPT_DAYS = 90;

/** The command holds it from before it begins until its check is recorded. */
export const COMMAND_LOCK = 729_481_162;

/** A check whose job failed for good, or whose command was killed, must not keep others from starting. */
const ABANDONED = `finished_at is null and case trigger
  when 'command' then not ${isLockedSql(COMMAND_LOCK)}
  else started_at < now() - interval '1 minute' and not exists (
    select from graphile_worker.jobs
     where task_identifier = 'check-consistency' and (attempts < max_attempts or locked_at is not null)) end`;

/** Returns null while another check runs. Deletes checks that were abandoned or are older than 90 days. */
export async function beginCheck(db: Knex, trigger: Trigger): Promise<number | null> {
  await db('consistency_checks')
    .whereRaw(ABANDONED)
    // The lock is the caller's own.
    .orWhereRaw(`? = 'command' and trigger = 'command' and finished_at is null`, [trigger])
    .orWhereRaw('started_at < now() - make_interval(days => ?)', [KEPT_DAYS])
    .delete();
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `insert into consistency_checks (trigger) values (?)
     on conflict ((true)) where finished_at is null do nothing returning id`,
    [trigger],
  );
  return rows[0]?.id ?? null;
}

export const dropCheck = (db: Knex, id: number) => db('consistency_checks').where({ id }).delete();

const TYPES: readonly [prefix: string, type: string][] = [
  ['OF-', 'offer'],
  ['PO-', 'purchase_order'],
];

/** `product 12` is of the type `product`; a number of an offer or order says its own. */
function subjectOf(subject: string) {
  const [subject_type, subject_id] = /^(.+) (\S+)$/.exec(subject)?.slice(1) ?? [];
  if (subject_type && subject_id) return { subject_type, subject_id };
  const type = TYPES.find(([prefix]) => subject.startsWith(prefix))?.[1] ?? 'record';
  return { subject_type: type, subject_id: subject };
}

const findingRow = (check_id: number, name: string, { subject, detail }: Finding) => ({
  check_id,
  name,
  ...subjectOf(subject),
  detail: { text: detail },
});

const rowsOf = (check_id: number, { name, total, findings }: CheckResult) =>
  total === 0
    ? []
    : [
        { check_id, name, subject_type: TOTAL, subject_id: String(total), detail: {} },
        ...findings.map((finding) => findingRow(check_id, name, finding)),
      ];

export const finishCheck = ({ db }: Pick<Services, 'db'>, id: number, results: readonly CheckResult[]) =>
  db.transaction(async (tx) => {
    const rows = results.flatMap((result) => rowsOf(id, result));
    if (rows.length > 0) await tx.batchInsert('consistency_findings', rows, 1_000);
    await tx('consistency_checks').where({ id }).update({ finished_at: tx.fn.now() });
  });

export interface LatestCheck {
  readonly finished_at: Date | null;
  readonly running: boolean;
  readonly findings: { check: string; count: number }[];
}

export async function latestCheck(db: Knex): Promise<LatestCheck> {
  const [last, running] = await Promise.all([
    db('consistency_checks').whereNotNull('finished_at').orderBy('id', 'desc').first(),
    db('consistency_checks').whereNull('finished_at').whereRaw(`not (${ABANDONED})`).first('id'),
  ]);
  return {
    finished_at: last?.finished_at ?? null,
    running: running !== undefined,
    findings: last ? await totalsOf(db, last.id) : [],
  };
}

async function totalsOf(db: Knex, check_id: number) {
  const totals = await db('consistency_findings')
    .where({ check_id, subject_type: TOTAL })
    .orderBy('name')
    .select('name', 'subject_id');
  return totals.map(({ name, subject_id }) => ({ check: name, count: Number(subject_id) }));
}

/** An unfinished nightly check, which a job continues after its worker was killed. */
export const unfinishedNightly = (db: Knex) =>
  db('consistency_checks').where({ trigger: 'nightly' }).whereNull('finished_at').first('id');
