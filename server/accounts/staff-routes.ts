import { STAFF_ROWS_PER_PAGE } from '../contract/limits';
import { pageNumber, setListHeaders } from '../http/pagination';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import type { Services } from '../services';
import { approvePerson, denyPerson } from './applications/application';
import { type ApplicationRow, applications, approve, deny, listApplications } from './applications/contract';
import { applicationById, applicationsOf, personPage } from './applications/queries';
import { userStatuses } from './contract';
import { correctPerson } from './person';
import { personSpot, showPerson, updatePerson } from './person-contract';
import { staff } from './policy';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const applicant = (_viewer: unknown, { id }: { id: number }, { db }: Services) => applicationById(db, id);
const person = (_viewer: unknown, { id }: { id: number }, { db }: Services) => personPage(db, id);

async function reread(services: Services, id: number): Promise<ApplicationRow> {
  const row = await applicationById(services.db, id);
  if (!row) throw new Error(`Person ${id} is gone`);
  return row;
}

export default ({ services }: RouteDependencies): Routes => [
  route(listApplications, {
    may: staff,
    reply: async ({ db, query, req, res }) => {
      const list = await applicationsOf(db, query);
      setListHeaders(req, res, query, list.total);
      return list;
    },
  }),
  route(approve, {
    may: staff,
    find: applicant,
    reply: async ({ db, viewer, subject }) => {
      await approvePerson(services, subject.id, viewer);
      return reread(services, subject.id);
    },
  }),
  route(deny, {
    may: staff,
    find: applicant,
    reply: async ({ db, viewer, subject }) => {
      await denyPerson(services, subject.id, viewer);
      return reread(services, subject.id);
    },
  }),
  page('/admin/applications', {
    may: staff,
    title: 'Applications',
    island: applications,
    props: async ({ db, query }) => {
      const filter = {
        page: pageNumber(query.page),
        query: text(query.query),
        status: text(query.status),
      };
      const status = (userStatuses as readonly string[]).includes(filter.status) ? filter.status : '';
      return {
        list: await applicationsOf(db, { ...filter, status, per: STAFF_ROWS_PER_PAGE }),
        ...filter,
        status,
      };
    },
  }),
  route(showPerson, { may: staff, find: person, reply: ({ subject }) => subject }),
  route(updatePerson, {
    may: staff,
    find: person,
    reply: async ({ db, viewer, subject, body }) => {
      await correctPerson(services, subject.id, body, viewer);
      const corrected = await personPage(db, subject.id);
      if (!corrected) throw new Error(`Person ${subject.id} is gone`);
      return corrected;
    },
  }),
  page('/admin/people/:id', {
    may: staff,
    find: person,
    title: ({ subject }) => subject.full_name || subject.company,
    island: personSpot,
    props: ({ subject }) => ({ person: subject }),
  }),
];
