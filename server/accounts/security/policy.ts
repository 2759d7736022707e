import type { Knex } from 'knex';
import type { Staff } from '../policy';
import { type PlannedReset, resetOfToken } from './factor-reset';

/** Anyone but the viewer: a second person has to agree that phone and codes are lost. */
export const findResettable = async (viewer: Staff, { id }: { id: number }, { db }: { db: Knex }) =>
  viewer.id === id ? null : db('users').where({ id }).first('id');

export const findPlannedReset = (
  _viewer: unknown,
  { token }: { token: string },
  { db }: { db: Knex },
): Promise<PlannedReset | null> => resetOfToken(db, token);
