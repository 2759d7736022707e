import { id, object } from '../contract/fields';
import { job } from '../jobs/job';
import { failAbandonedImports } from './abandoned';
import { prunePreviews } from './preview/prune';
import { readImportFile } from './reading/answer';
import { processImport } from './run';

export const runImport = job(
  'import-csv',
  object({ import_id: id().required() }),
  (services, { import_id }) => processImport(services, import_id),
  // The last attempt is about half an hour after the first; then the import is reported as failed.
  { attempts: 8 },
);

export const endImports = job('end-lost-imports', object(), failAbandonedImports, { attempts: 1 });

export const pruneImportPreviews = job('prune-import-previews', object(), prunePreviews);

export const importJobs = [runImport, readImportFile, endImports, pruneImportPreviews];
