import type { ReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { imageTypeOf, TYPE_BYTES } from './image-rules';

interface PresignedPut {
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
  /** For `GET_SECONDS` unless `seconds` says otherwise. */
  presignGet(key: string, seconds?: number): Promise<string>;
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

export async function storedImageType(store: Store, key: string): Promise<string | null> {
  const start = await store.read(key, { start: 0, end: TYPE_BYTES - 1 });
  return start && imageTypeOf(await bytesOf(start));
}
