import type { Readable } from 'node:stream';

export interface PresignedPut {
  url: string;
  headers: Record<string, string>;
}

export interface StoredObject {
  /** Length of the body. */
  bytes: number;
  body: Readable;
}

/** Where files are kept: S3 or the disk. Keys are ours; nothing in them comes from a user. */
export interface Store {
  /** An address that takes a PUT of this key for 15 minutes. */
  presignPut(key: string): Promise<PresignedPut>;
  /** An address that answers this key for an hour. */
  presignGet(key: string): Promise<string>;
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** null where there is no such key. */
  head(key: string): Promise<{ bytes: number } | null>;
  /** All of it, or the bytes from start to end, the end included. null where there is no such key. */
  read(key: string, range?: { start: number; end: number }): Promise<StoredObject | null>;
  /** Within the store; replaces what is there. False where there is no such key. */
  copy(from: string, to: string): Promise<boolean>;
  /** Also where there is no such key. */
  delete(key: string): Promise<void>;
}

export const PUT_SECONDS = 15 * 60;
export const GET_SECONDS = 60 * 60;

/** Reads a body to its end. For what is known to be small. */
export async function bytesOf({ body }: StoredObject): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
