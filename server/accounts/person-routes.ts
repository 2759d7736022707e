import { page, type Routes, route } from '../http/route';
import { findPerson } from './applications/policy';
import { personPage } from './applications/queries';
import { personSpot, showPerson, updatePerson } from './contract';
import { correctPerson } from './person';
import { updatePersonBody } from './person-schema';
import { staff } from './policy';

export default (): Routes => [
  route(showPerson, { may: staff, find: findPerson, reply: ({ subject }) => subject }),
  route(updatePerson, {
    body: updatePersonBody,
    may: staff,
    find: findPerson,
    reply: async ({ services, db, viewer, subject, body }) => {
      await correctPerson(services, subject.id, body, viewer);
      const corrected = await personPage(db, subject.id);
      if (!corrected) throw new Error(`Person ${subject.id} is gone`);
      return corrected;
    },
  }),
  page('/admin/people/:id', {
    may: staff,
    find: findPerson,
    title: ({ subject }) => subject.full_name || subject.company,
    island: personSpot,
    locals: () => ({ back: { href: '/admin/applications', text: 'Applications' } }),
    props: ({ subject }) => ({ person: subject }),
  }),
];
