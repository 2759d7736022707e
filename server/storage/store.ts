import type { Readable } from 'node:stream';

export interface PresignedPut {
  url: string;
  headers: Record<string, string>;
}

export interface StoredObject {
  bytes: number;
  body: Readable;
}

/** Where files are kept: S3 or the disk. Keys are ours; nothing in them comes from a user. */
export interface Store {
  /** An address that takes one PUT of this key for 15 minutes. */
  presignPut(key: string): Promise<PresignedPut>;
  /** An address that answers this key for an hour. */
  presignGet(key: string): Promise<string>;
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** null where there is no such key. */
  head(key: string): Promise<{ bytes: number } | null>;
  /** The first bytes of it, for looking at magic numbers. null where there is no such key. */
  read(key: string, range?: { start: number; end: number }): Promise<StoredObject | null>;
  delete(key: string): Promise<void>;
}
