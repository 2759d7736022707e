import type { Knex } from 'knex';
import type { Staff } from '../policy';
import { applicationById, personPage } from './queries';

interface Found {
  readonly id: number;
}

export const findApplication = (_viewer: Staff, { id }: Found, { db }: { db: Knex }) =>
  applicationById(db, id);

export const findPerson = (_viewer: Staff, { id }: Found, { db }: { db: Knex }) => personPage(db, id);
