import { STAFF_ROWS_PER_PAGE } from '../../contract/limits';
import { pagedReply, pageNumber } from '../../http/pagination';
import { limitByAddress } from '../../http/rate-limit';
import { page, type RouteDependencies, type Routes, route } from '../../http/route';
import { compose } from '../../mail/compose';
import type { Services } from '../../services';
import { userStatuses } from '../contract';
import { denialLetter } from '../mailer';
import { anyone, staff } from '../policy';
import { applyFor, approvePerson, denyPerson } from './application';
import {
  type ApplicationRow,
  applications,
  apply,
  approve,
  deny,
  listApplications,
  previewDenial,
} from './contract';
import { findApplication } from './policy';
import { applicationById, applicationsOf } from './queries';
import { applyBody, listApplicationsQuery } from './schema';

const applicationPage = (profile: object) => ('seller_name' in profile ? '/sign_up/sell' : '/sign_up/buy');

const text = (value: unknown) => (typeof value === 'string' ? value : '');

async function reread({ db }: Services, id: number): Promise<ApplicationRow> {
  const row = await applicationById(db, id);
  if (!row) throw new Error(`Person ${id} is gone`);
  return row;
}

export default ({ services }: RouteDependencies): Routes => {
  const countApplication = limitByAddress(services, 'apply');

  return [
    route(apply, {
      body: applyBody,
      may: anyone,
      form: {
        page: (body) => applicationPage(body.profile ?? body),
        to: ({ body }) => `${applicationPage(body.profile)}/confirmation`,
        notice: null,
      },
      status: 201,
      reply: async ({ body, req }) => {
        await countApplication(req);
        await applyFor(services, body.profile);
        return {};
      },
    }),
    route(listApplications, {
      query: listApplicationsQuery,
      may: staff,
      reply: pagedReply(applicationsOf),
    }),
    route(approve, {
      may: staff,
      find: findApplication,
      reply: async ({ viewer, subject }) => {
        await approvePerson(services, subject.id, viewer);
        return reread(services, subject.id);
      },
    }),
    route(deny, {
      may: staff,
      find: findApplication,
      reply: async ({ viewer, subject }) => {
        await denyPerson(services, subject.id, viewer);
        return reread(services, subject.id);
      },
    }),
    route(previewDenial, {
      may: staff,
      find: findApplication,
      reply: async ({ subject: { email, full_name } }) => {
        const letter = denialLetter({ email, name: full_name });
        const { subject, text } = await compose(services.config, letter);
        return { to: email, subject, text };
      },
    }),
    page('/admin/applications', {
      may: staff,
      title: 'Applications',
      island: applications,
      props: async ({ db, query }) => {
        const filter = { page: pageNumber(query.page), query: text(query.query), status: text(query.status) };
        const status = (userStatuses as readonly string[]).includes(filter.status) ? filter.status : '';
        return {
          list: await applicationsOf(db, { ...filter, status, per: STAFF_ROWS_PER_PAGE }),
          ...filter,
          status,
        };
      },
    }),
  ];
};
