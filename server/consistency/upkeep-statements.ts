import { NAMED_JOBS } from '../jobs/worker-tables';
import { atOnce, type SqlCheck } from './finding';

/** Sent or refused mails have attempts; the rest have a job until it has failed for good. */
const JOBS: SqlCheck = {
  name: 'jobs',
  meaning: 'Something is due and has no job that would do it',
  remedy: 'Add the job again: graphile_worker.add_job with the name and the id.',
  statements: [
    atOnce(`
    with sending as (
      select coalesce(payload ->> 'mail_id', '') as mail_id
        from ${NAMED_JOBS}
       where identifier = 'send-mail'
    )
    select 'mail ' || id as subject, 'waits unsent' as detail from mails
     where sent_at is null and discarded_at is null and attempts = 0 and created_at < now() - interval '10 minutes'
       and id::text not in (select mail_id from sending)
    union all
    select 'payment event ' || id, 'waits unprocessed' from payment_events
     where processed_at is null and received_at < now() - interval '2 hours'
    union all
    select 'import ' || id, status from imported_csvs
     where status in ('pending', 'importing') and updated_at < now() - interval '2 hours'`),
  ],
};

const PEOPLE: SqlCheck = {
  name: 'people',
  meaning: 'A denied seller still sells',
  remedy: 'Deny the account again.',
  statements: [
    atOnce(`
    select 'seller ' || sellers.id as subject, 'denied, and not suspended' as detail
      from sellers join users on users.seller_id = sellers.id and users.is_primary
     where users.status = 'denied' and suspended_at is null`),
  ],
};

const SEQUENCES: SqlCheck = {
  name: 'sequences',
  meaning: 'More than 70 percent of the ids of a table are used',
  remedy: 'Plan the change of the column to bigint.',
  statements: [
    atOnce(`
    select sequencename as subject, round(100.0 * last_value / max_value) || ' percent used' as detail
      from pg_sequences
     where schemaname = 'public' and last_value > 0.7 * max_value`),
  ],
};

export const upkeepChecks = [JOBS, PEOPLE, SEQUENCES];
