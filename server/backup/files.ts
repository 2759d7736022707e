import type { Readable } from 'node:stream';

/** A folder or a prefix in a bucket that holds backups, each in a folder of its own. Names are `FOLDER/FILE`. */
export interface BackupFiles {
  readonly label: string;
  write(name: string, body: Readable): Promise<void>;
  /** Adds a file that never changes again: linked where that is possible. */
  add(name: string, path: string): Promise<void>;
  read(name: string): Promise<Readable | null>;
  listFolders(): Promise<string[]>;
  /** A folder, or a file. */
  remove(name: string): Promise<void>;
}
