import type { Knex } from 'knex';
import { page, type Routes, route } from '../http/route';
import { approvePerson, denyPerson } from './applications/application';
import { findPerson } from './applications/policy';
import { personPage } from './applications/queries';
import * as calls from './contract';
import { correctPerson } from './person';
import { updatePersonBody } from './person-schema';
import { staff } from './policy';

async function reread(db: Knex, id: number) {
  const person = await personPage(db, id);
  if (!person) throw new Error(`Person ${id} is gone`);
  return person;
}

export default (): Routes => [
  route(calls.showPerson, { may: staff, find: findPerson, reply: ({ subject }) => subject }),
  route(calls.updatePerson, {
    body: updatePersonBody,
    may: staff,
    find: findPerson,
    reply: async ({ services, db, viewer, subject, body }) => {
      await correctPerson(services, subject.id, body, viewer);
      return reread(db, subject.id);
    },
  }),
  route(calls.approvePerson, {
    may: staff,
    find: findPerson,
    reply: async ({ services, db, viewer, subject }) => {
      await approvePerson(services, subject.id, viewer);
      return reread(db, subject.id);
    },
  }),
  route(calls.denyPerson, {
    may: staff,
    find: findPerson,
    reply: async ({ services, db, viewer, subject }) => {
      await denyPerson(services, subject.id, viewer);
      return reread(db, subject.id);
    },
  }),
  page('/admin/people/:id', {
    may: staff,
    find: findPerson,
    title: ({ subject }) => subject.full_name || subject.company,
    island: calls.personIsland,
    locals: () => ({ back: { href: '/admin/applications', text: 'Applications' } }),
    props: ({ subject }) => ({ person: subject }),
  }),
];
