import { object } from '../contract/fields';
import { type Job, job } from '../jobs/job';
import { backUp, pruneBackups } from './backup';
import { openBackupFiles } from './open-files';

/** A failure stays in its row of `backups`, from which the operator's mail is written. */
export const backUpNightly = job(
  'back-up-nightly',
  object({}),
  async (services) => {
    const { backupLocation } = services.config.operations;
    if (backupLocation === null) return;
    const files = await openBackupFiles(backupLocation, services.config);
    const { location, bytes } = await backUp(services, files);
    services.log.info({ location, bytes }, 'the backup is written');
    await pruneBackups(files);
  },
  { attempts: 3 },
);

export const backupJobs: readonly Job[] = [backUpNightly] as Job[];
