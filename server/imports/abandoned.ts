import type { Services } from '../services';

export const jobKeyOf = (importId: number) => `${JOB_KEY}${importId}`;

const JOB_KEY = 'import ';

const GIVEN_UP =
  'The import stopped because of a problem on our side. The products imported so far are saved.';

/** Fails imports whose job will never run again: out of attempts, killed in the last one, or missing. */
export async function failAbandonedImports({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `update imported_csvs set status = 'failed', error = ?, resumable = true, updated_at = now()
      where status in ('pending', 'importing')
        and not exists (select from graphile_worker.jobs
                         where key = ? || imported_csvs.id
                           and (attempts < max_attempts or locked_at is not null))
     returning id`,
    [GIVEN_UP, JOB_KEY],
  );
  for (const { id } of rows) log.error({ importId: id }, 'an import was given up');
}
