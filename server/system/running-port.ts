import { withSession } from '../../db/session';

const NEWEST = `select (figures ->> 'port')::int as port from processes
  where kind in ('all', 'web') and seen_at > now() - interval '30 seconds' order by started_at desc limit 1`;

/** The port of the web process that runs on this database, or null. */
export const runningPort = (databaseUrl: string): Promise<number | null> =>
  withSession(databaseUrl, 'lotwise-command', async (session) => {
    const { rows } = await session.query<{ port: number | null }>(NEWEST);
    return rows[0]?.port ?? null;
  });
