import pg from 'pg';
import { createSession } from './session';

/** For libraries that name their statements, behind a pooler that gives each transaction another server. */
export class UnnamingClient extends pg.Client {
  // pg overloads `query`; every form passes through with its name taken out.
  override query = ((first: unknown, ...rest: unknown[]) => {
    const isConfig = typeof first === 'object' && first !== null && 'name' in first && 'text' in first;
    const query = super.query as (...args: unknown[]) => unknown;
    return query.call(this, isConfig ? { ...first, name: undefined } : first, ...rest);
  }) as pg.Client['query'];
}

const PROBE = { name: 'pooler probe', text: 'select 1' };
/** A prepared statement does not exist, or exists already. */
const LOST = ['26000', '42P05'];

/**
 * Whether a statement keeps its name from one transaction to the next: a pooler in transaction mode gives the second
 * another server while someone else holds the first. Throws what else the server answers.
 */
export async function keepsStatements(databaseUrl: string): Promise<boolean> {
  const [one, other] = [
    createSession(databaseUrl, 'lotwise-probe'),
    createSession(databaseUrl, 'lotwise-probe'),
  ];
  try {
    await Promise.all([one.connect(), other.connect()]);
    await one.query(PROBE);
    await other.query('begin');
    await other.query(PROBE);
    await one.query(PROBE);
    return true;
  } catch (error) {
    if (LOST.includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}
