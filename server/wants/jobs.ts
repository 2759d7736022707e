import { id, object } from '../contract/fields';
import { job } from '../jobs/job';
import { readAndMatch } from './reading/read';

export const matchWantList = job(
  'match-want-list',
  object({ want_list_id: id().required() }),
  (services, { want_list_id }, attempt) => readAndMatch(services, want_list_id, attempt?.isLast),
  { attempts: 8 },
);

export const jobKeyOf = (id: number) => `match-want-list-${id}`;

export const wantJobs = [matchWantList];
