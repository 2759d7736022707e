import type pg from 'pg';
import { createSession } from './session';

/** Exists from the first to the last step of a restore, outside its transactions. */
const MARKER = 'public.restoring';

export class RestoreUnfinished extends Error {
  override name = 'RestoreUnfinished';

  constructor() {
    super('This database is being restored, or a restore was interrupted. Run npm run restore again.');
  }
}

export async function isRestoring(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as restoring', [MARKER]);
  return rows[0]?.restoring === true;
}

export const markRestoring = (client: pg.ClientBase) => client.query(`create table ${MARKER} ()`);

export const unmarkRestoring = (client: pg.ClientBase) => client.query(`drop table ${MARKER}`);

/** Throws RestoreUnfinished. An unreachable database passes: the caller meets that error itself. */
export async function requireRestored(databaseUrl: string): Promise<void> {
  const client = createSession(databaseUrl, 'lotwise-probe');
  const connected = await client.connect().then(
    () => true,
    () => false,
  );
  try {
    if (connected && (await isRestoring(client))) throw new RestoreUnfinished();
  } finally {
    await client.end().catch(() => undefined);
  }
}
