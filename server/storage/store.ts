import type { ReadStream } from 'node:fs';
import type { Readable } from 'node:stream';

export interface PresignedPut {
  url: string;
  headers: Record<string, string>;
}

export interface StoredObject {
  bytes: number;
  body: Readable;
}

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/** S3 or the disk. Keys never contain user input. */
export interface Store {
  presignPut(key: string): Promise<PresignedPut>;
  presignGet(key: string): Promise<string>;
  put(key: string, body: Buffer | ReadStream, contentType: string): Promise<void>;
  head(key: string): Promise<{ bytes: number } | null>;
  read(key: string, range?: ByteRange): Promise<StoredObject | null>;
  copy(from: string, to: string): Promise<boolean>;
  delete(key: string): Promise<void>;
}

export const PUT_SECONDS = 15 * 60;
export const GET_SECONDS = 60 * 60;

export async function bytesOf({ body }: StoredObject): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
