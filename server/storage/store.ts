import type { Readable } from 'node:stream';

export interface PresignedPut {
  url: string;
  headers: Record<string, string>;
}

export interface StoredObject {
  bytes: number;
  body: Readable;
}

/** S3 or the disk. Keys never contain user input. */
export interface Store {
  /** Valid for 15 minutes. */
  presignPut(key: string): Promise<PresignedPut>;
  /** Valid for an hour. */
  presignGet(key: string): Promise<string>;
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** null for a missing key. */
  head(key: string): Promise<{ bytes: number } | null>;
  /** `end` is inclusive. null for a missing key. */
  read(key: string, range?: { start: number; end: number }): Promise<StoredObject | null>;
  /** Replaces `to`. false if `from` is missing. */
  copy(from: string, to: string): Promise<boolean>;
  /** Succeeds for a missing key. */
  delete(key: string): Promise<void>;
}

export const PUT_SECONDS = 15 * 60;
export const GET_SECONDS = 60 * 60;

/** Reads the whole body into memory: for small files. */
export async function bytesOf({ body }: StoredObject): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
