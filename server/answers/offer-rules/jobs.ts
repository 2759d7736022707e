import { id, object } from '../../contract/fields';
import { type Job, job } from '../../jobs/job';
import { answerOffer } from './answering';

export const answerByRules = job(
  'answer-by-rules',
  object({ offer_id: id().required() }),
  (services, { offer_id }) => answerOffer(services, offer_id),
);

export const ruleJobs = [answerByRules] as Job[];
