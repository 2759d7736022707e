import { pageOf } from '../../db/page';
import { staff } from '../accounts/policy';
import { setListHeaders } from '../http/pagination';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { listJobs } from '../jobs/queue';
import { listUnsent, unsentMail } from '../mail/unsent';
import { discardMail, processAgain, retryMail, startCheck } from './acts';
import * as calls from './contract';
import { discardJob, retryFailedJobs, retryJob } from './job-acts';
import { anyEvent, anyJob, anyMail } from './policy';
import * as schema from './schema';
import { jobDocument, mailDocument } from './serializer';
import { systemStatus } from './status';

const SYSTEM_PATH = '/admin/system';

export default ({ services }: RouteDependencies): Routes => {
  const { db, transaction } = services;
  return [
    page(SYSTEM_PATH, {
      may: staff,
      title: 'System',
      island: calls.systemStatus,
      props: async () => ({ system: await systemStatus(services) }),
    }),
    route(calls.showSystem, { may: staff, reply: () => systemStatus(services) }),
    route(calls.listSystemJobs, {
      query: schema.jobsQuery,
      may: staff,
      reply: async ({ query, req, res }) => {
        const { jobs, total } = await listJobs(db, { ...query, ...pageOf(query) });
        setListHeaders(req, res, query, total);
        return { jobs: jobs.map(jobDocument) };
      },
    }),
    route(calls.retryJobs, {
      body: schema.retryJobsBody,
      may: staff,
      reply: async ({ viewer, body }) => ({
        retried: await transaction((tx) => retryFailedJobs(tx, viewer, body.name)),
      }),
    }),
    route(calls.retryJob, {
      may: staff,
      find: anyJob,
      reply: async ({ viewer, subject }) =>
        jobDocument(await transaction((tx) => retryJob(tx, viewer, subject.jobId))),
    }),
    route(calls.discardJob, {
      body: schema.discardForm,
      may: staff,
      find: anyJob,
      reply: ({ viewer, subject, body }) =>
        transaction((tx) => discardJob(tx, viewer, subject.jobId, body.reason)),
    }),
    route(calls.listSystemMails, {
      query: schema.mailsQuery,
      may: staff,
      reply: async ({ query, req, res }) => {
        const { mails, total } = await listUnsent(db, query.state, pageOf(query));
        setListHeaders(req, res, query, total);
        return { mails: mails.map(mailDocument) };
      },
    }),
    route(calls.retryMail, {
      may: staff,
      find: anyMail,
      reply: async ({ viewer, subject }) => {
        await transaction((tx) => retryMail(tx, viewer, subject));
        return mailDocument(await unsentMail(db, subject.id));
      },
    }),
    route(calls.discardMail, {
      body: schema.discardForm,
      may: staff,
      find: anyMail,
      reply: ({ viewer, subject, body }) =>
        transaction((tx) => discardMail(tx, viewer, subject, body.reason)),
    }),
    route(calls.processEvent, {
      may: staff,
      find: anyEvent,
      reply: async ({ viewer, subject, res }) => {
        if (await transaction((tx) => processAgain(tx, viewer, subject))) res.status(202);
        return {};
      },
    }),
    route(calls.runCheck, {
      may: staff,
      status: 202,
      reply: async ({ viewer }) => ({ id: await transaction((tx) => startCheck(tx, viewer)) }),
    }),
  ];
};
