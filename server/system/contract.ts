import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';

export const jobStates = ['failed', 'scheduled', 'due', 'running'] as const;
export type SystemJobState = (typeof jobStates)[number];

export const mailStates = ['refused', 'unsent'] as const;
export type SystemMailState = (typeof mailStates)[number];

export const ROWS_PER_PAGE = 20;

export const PAYMENT_JOB_KEPT = 'Payment jobs can be retried but not discarded.';

export interface Problem {
  code: string;
  text: string;
  href: string;
}

export interface SystemProcess {
  id: string;
  kind: 'web' | 'worker' | 'all';
  host: string;
  pid: number;
  version: string;
  node: string;
  started_at: string;
  seen_at: string;
  /** False after 30 s without a heartbeat. */
  responding: boolean;
  requests_per_second: number | null;
  event_loop_lag_ms: number | null;
  memory_bytes: number | null;
  connections: number | null;
}

export interface SystemDatabase {
  size_bytes: number;
  connections: number;
  max_connections: number;
  oldest_transaction_seconds: number;
  migration: string;
  migrated: boolean;
  /** The database's clock minus this process's. */
  clock_offset_seconds: number;
  /** null without a replica; `lag_seconds` is null while it does not answer. */
  replica: { lag_seconds: number | null } | null;
}

export interface SystemBackup {
  started_at: string;
  finished_at: string | null;
  bytes: number | null;
  error: string | null;
}

export interface SystemStorage {
  kind: 'disk' | 's3';
  uploads: number;
  /** null in a bucket. */
  disk: { free_bytes: number; total_bytes: number } | null;
  backup: { configured: boolean; last: SystemBackup | null; last_success_at: string | null };
}

export interface SystemQueue {
  name: string;
  due: number;
  running: number;
  scheduled: number;
  failed: number;
  oldest_due_at: string | null;
}

export interface SystemEvent {
  id: string;
  type: string;
  received_at: string;
}

export interface SystemStatus {
  status: 'ok' | 'attention';
  problems: Problem[];
  version: string;
  at: string;
  processes: SystemProcess[];
  database: SystemDatabase;
  storage: SystemStorage;
  queue: SystemQueue[];
  mails: { unsent: number; refused: number; oldest_unsent_at: string | null };
  webhooks: { unprocessed: number; oldest_at: string | null; events: SystemEvent[] };
  consistency: {
    finished_at: string | null;
    running: boolean;
    findings: { check: string; count: number }[];
  };
}

export interface SystemJob {
  id: number;
  name: string;
  state: SystemJobState;
  /** Null if it is too large to be shown. */
  payload: unknown;
  payload_bytes: number;
  attempts: number;
  max_attempts: number;
  run_at: string;
  last_error: string | null;
  created_at: string;
  /** Jobs of payments and refunds are kept. */
  discardable: boolean;
}

export interface SystemMail {
  id: number;
  to: string;
  subject: string;
  attempts: number;
  last_error: string | null;
  created_at: string;
}

export const showSystem = endpoint<SystemStatus>()('GET /admin/system');
export const listSystemJobs = endpoint<{ jobs: SystemJob[] }>()('GET /admin/system/jobs');
export const retryJobs = endpoint<{ retried: number }>()('POST /admin/system/jobs/retry');
export const retryJob = endpoint<SystemJob>()('POST /admin/system/jobs/:job/retry');
export const discardJob = endpoint<undefined>()('POST /admin/system/jobs/:job/discard');
export const listSystemMails = endpoint<{ mails: SystemMail[] }>()('GET /admin/system/mails');
export const retryMail = endpoint<SystemMail>()('POST /admin/system/mails/:id/retry');
export const discardMail = endpoint<undefined>()('POST /admin/system/mails/:id/discard');
export const processEvent = endpoint<Record<string, never>>()(
  'POST /admin/system/payment_events/:event/process',
);
export const runCheck = endpoint<{ id: number }>()('POST /admin/system/consistency_checks');

export const systemStatus: Island<{ system: SystemStatus }> = { id: 'system-status' };
