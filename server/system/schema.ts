import { number, object, string, text, trimmed } from '../contract/fields';
import { jobStates, mailStates, ROWS_PER_PAGE, type SystemJobState, type SystemMailState } from './contract';

const STATE = 'State is not valid';

const ranged = () =>
  object({
    page: number().integer().min(1).max(1_000_000).default(1),
    per: number().integer().min(1).max(1_000).default(ROWS_PER_PAGE),
  });

export const jobsQuery = ranged().shape({
  state: string<SystemJobState>().oneOf(jobStates, STATE).default('failed'),
  name: text(200).default(''),
});

export const mailsQuery = ranged().shape({
  state: string<SystemMailState>().oneOf(mailStates, STATE).default('unsent'),
});

export const retryJobsBody = object({ name: text(200).required('Name is required') });

export const discardForm = object({ reason: text(500).transform(trimmed).required('Reason is required') });
