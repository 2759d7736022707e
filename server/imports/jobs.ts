import { id, object } from '../contract/fields';
import { job } from '../jobs/job';
import { every } from '../jobs/schedule';
import { prunePreviews } from './prune';
import { workImport } from './run';

/** Reads the file and writes its products, chunk by chunk. */
export const runImport = job(
  'import-csv',
  object({ import_id: id().required() }),
  (services, { import_id }) => workImport(services, import_id),
);

export const pruneImportPreviews = job('prune-import-previews', object(), prunePreviews);

export const importJobs = [runImport, pruneImportPreviews];
export const importSchedule = [every('23 4 * * *', pruneImportPreviews)];
