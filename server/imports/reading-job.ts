import { id, object } from '../contract/fields';
import { job } from '../jobs/job';
import { answerReadings } from './answer-readings';

export const readImportFile = job(
  'read-import-file',
  object({ reading_id: id().required() }),
  (services, { reading_id }) => answerReadings(services, reading_id),
  { attempts: 5 },
);
