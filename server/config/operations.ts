import { execFileSync } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { DATABASE_EXPECTED, databaseUrl, isDatabase } from './database-url';
import type { EnvironmentReader } from './environment-reader';
import { ADDRESS } from './integrations';

export type BackupLocation = { kind: 'disk'; dir: string } | { kind: 's3'; bucket: string; prefix: string };

export interface Operations {
  /** Demanded by `/metrics`; null: it answers where `demo` is true. */
  readonly metricsToken: string | null;
  /** Where workers and cluster primaries serve `/metrics`. */
  readonly metricsPort: number | null;
  readonly sentryDsn: string | null;
  readonly loadShedding: boolean;
  /** For what needs a session of its own, past a pooler in transaction mode; null: the database's address. */
  readonly databaseDirectUrl: string | null;
  readonly databasePooler: 'none' | 'transaction';
  readonly databasePool: number;
  readonly operationsEmail: string | null;
  readonly backupLocation: BackupLocation | null;
  readonly version: string;
}

const TOKEN = /^[^\s\p{Cc}]{20,200}$/u;
const VERSION = /^[\w.+-]{1,80}$/;

function ownCommit(root: string): string {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return commit.toString().trim();
  } catch {
    return 'unknown';
  }
}

/** Accepts `file:///folder` and `s3://bucket/prefix`. Null for anything else. */
export function backupLocation(text: string): BackupLocation | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, pathname } = new URL(text);
  const path = decodeURIComponent(pathname);
  if (protocol === 'file:' && !hostname && isAbsolute(path) && path !== '/')
    return { kind: 'disk', dir: path };
  if (protocol === 's3:' && hostname)
    return { kind: 's3', bucket: hostname, prefix: path.replace(/^\/|\/$/g, '') };
  return null;
}

function readDatabase(settings: EnvironmentReader) {
  const direct = settings.address('DATABASE_DIRECT_URL', DATABASE_EXPECTED, isDatabase);
  if (direct) settings.missing('DATABASE_URL', 'it goes with DATABASE_DIRECT_URL');
  return {
    databaseDirectUrl: direct && databaseUrl(direct),
    databasePooler: settings.choice('DATABASE_POOLER', 'none', 'transaction') ?? 'none',
    databasePool: settings.whole('DATABASE_POOL', 4, 50) ?? 10,
  } as const;
}

export function readOperations(settings: EnvironmentReader, production: boolean, root: string): Operations {
  const isReport = ({ protocol, username }: URL) => /^https?:$/.test(protocol) && username !== '';
  const sentry = settings.address('SENTRY_DSN', 'a DSN such as https://key@errors.example.com/1', isReport);
  const shedding = settings.choice('LOAD_SHEDDING', 'on', 'off');
  return {
    metricsToken: settings.text('METRICS_TOKEN', 'at least 20 characters without spaces', TOKEN),
    metricsPort: settings.whole('METRICS_PORT', 1, 65_535),
    sentryDsn: sentry?.href ?? null,
    loadShedding: shedding === null ? production : shedding === 'on',
    ...readDatabase(settings),
    operationsEmail: settings.text('OPERATIONS_EMAIL', 'an email address', ADDRESS),
    backupLocation: settings.read('BACKUP_URL', 'file:///folder, or s3://bucket/prefix', backupLocation),
    version: settings.text('SOURCE_VERSION', 'a commit or a version', VERSION) ?? ownCommit(root),
  };
}
