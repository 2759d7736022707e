import type { BackupRow, ProcessRow } from '../../db/tables';
import type { QueuedJob } from '../jobs/queue';
import { hideSecrets, redactSecrets } from '../logging/logger';
import type { UnsentMail } from '../mail/unsent';
import { MONEY_JOBS } from '../payments/jobs';
import type { SystemBackup, SystemJob, SystemMail, SystemProcess } from './contract';

const shown = (text: string | null) => (text === null ? null : redactSecrets(text));

export const jobDocument = (job: QueuedJob): SystemJob => ({
  id: job.id,
  name: job.name,
  state: job.state,
  payload: hideSecrets(job.payload),
  payload_bytes: job.payload_bytes,
  attempts: job.attempts,
  max_attempts: job.max_attempts,
  run_at: job.run_at.toISOString(),
  last_error: shown(job.last_error),
  created_at: job.created_at.toISOString(),
  discardable: !MONEY_JOBS.has(job.name),
});

export const mailDocument = (mail: UnsentMail): SystemMail => ({
  id: mail.id,
  to: mail.recipient,
  subject: mail.subject,
  attempts: mail.attempts,
  last_error: shown(mail.last_error),
  created_at: mail.created_at.toISOString(),
});

export const backupDocument = ({ started_at, finished_at, bytes, error }: BackupRow): SystemBackup => ({
  started_at: started_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
  bytes: bytes === null ? null : Number(bytes),
  error: shown(error),
});

export const processDocument = ({
  figures,
  ...row
}: ProcessRow & { responding: boolean }): SystemProcess => ({
  id: row.id,
  kind: row.kind,
  host: row.host,
  pid: row.pid,
  version: row.version,
  node: row.node,
  started_at: row.started_at.toISOString(),
  seen_at: row.seen_at.toISOString(),
  responding: row.responding,
  requests_per_second: figures.requests_per_second ?? null,
  event_loop_lag_ms: figures.event_loop_lag_ms ?? null,
  memory_bytes: figures.memory_bytes ?? null,
  connections: figures.connections ?? null,
});
