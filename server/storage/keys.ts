import { randomUUID } from 'node:crypto';
import type { ImageSize } from './public-url';

/**
 * A file is uploaded under `uploads/NAME`, which its address can overwrite for a while. Attached, it is kept as
 * `originals/NAME`, which nobody can write; NAME alone is what the tables hold.
 */
const NAME = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FILE_KEY = new RegExp(`^uploads/${NAME}$`);
const STORED = new RegExp(`^${NAME}$`);

export const newFileKey = () => `uploads/${randomUUID()}`;

/** Whether a value that a client sent is the `file_key` of an upload (and not, say, an address). */
export const isFileKey = (value: string) => FILE_KEY.test(value);

/** Whether a value of a table is a kept file (and not, say, an address). */
export const isStoredKey = (value: string) => STORED.test(value);

export const storedKeyOf = (fileKey: string) => fileKey.slice('uploads/'.length);
export const uploadOf = (storedKey: string) => `uploads/${storedKey}`;
export const originalOf = (storedKey: string) => `originals/${storedKey}`;
export const sizeOf = (storedKey: string, size: ImageSize) => `sizes/${storedKey}-${size}.webp`;
