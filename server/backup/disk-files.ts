import { constants, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupFiles } from './files';

const isCode = (error: unknown, ...codes: string[]) =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

function unlessMissing(error: unknown): null {
  if (isCode(error, 'ENOENT')) return null;
  throw error;
}

async function linkOrCopy(path: string, target: string) {
  try {
    await link(path, target);
  } catch (error) {
    if (!isCode(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK')) throw error;
    await copyFile(path, target, constants.COPYFILE_FICLONE);
  }
}

/** Renamed when it is whole: a manifest that a killed process had begun would pass for that of a complete backup. */
const draftOf = (path: string) => `${path}.draft`;

export function diskFiles(dir: string): BackupFiles {
  const pathOf = async (name: string) => {
    const path = join(dir, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  };
  return {
    label: dir,
    async write(name, body) {
      const path = await pathOf(name);
      await pipeline(body, createWriteStream(draftOf(path), { mode: 0o600, flush: true }));
      await rename(draftOf(path), path);
    },
    add: async (name, path) => linkOrCopy(path, await pathOf(name)),
    async read(name) {
      const file = await open(join(dir, name)).catch(unlessMissing);
      return file?.createReadStream() ?? null;
    },
    async listFolders() {
      const entries = (await readdir(dir, { withFileTypes: true }).catch(unlessMissing)) ?? [];
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    remove: (name) => rm(join(dir, name), { recursive: true, force: true }),
  };
}
