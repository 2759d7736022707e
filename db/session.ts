import pg from 'pg';

/** A connection of its own, outside the pools, not yet connected. That it broke is reported by its queries. */
export function createSession(databaseUrl: string, name: string, options: pg.ClientConfig = {}): pg.Client {
  const session = new pg.Client({
    connectionString: databaseUrl,
    application_name: name,
    keepAlive: true,
    ...options,
  });
  session.on('error', () => undefined);
  return session;
}

/** Ends the session with the act. */
export async function withSession<T>(
  databaseUrl: string,
  name: string,
  act: (session: pg.Client) => Promise<T>,
): Promise<T> {
  const session = createSession(databaseUrl, name);
  try {
    await session.connect();
    return await act(session);
  } finally {
    await session.end().catch(() => undefined);
  }
}
