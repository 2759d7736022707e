import { id, object } from '../contract/fields';
import { job } from '../jobs/job';
import { workImport } from './run';

/** Reads the file and writes its products, chunk by chunk. */
export const runImport = job(
  'import-csv',
  object({ import_id: id().required() }),
  (services, { import_id }) => workImport(services, import_id),
);
