import pg from 'pg';

const NEWEST = `select (figures ->> 'port')::int as port from processes
  where kind in ('all', 'web') and seen_at > now() - interval '30 seconds' order by started_at desc limit 1`;

/** The port of the web process that runs on this database, or null. */
export async function runningPort(databaseUrl: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'lotwise-command' });
  await client.connect();
  try {
    const { rows } = await client.query<{ port: number | null }>(NEWEST);
    return rows[0]?.port ?? null;
  } finally {
    await client.end();
  }
}
