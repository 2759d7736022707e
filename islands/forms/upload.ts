import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '../../server/contract/limits';
import { presign } from '../../server/uploads/contract';
import { call } from '../browser/api';

const NOT_AN_IMAGE = 'Choose a JPEG, PNG, WebP, GIF or AVIF image';

/** Returns the problem with a file before its upload, or null. */
export function imageFault(file: { size: number; type: string }): string | null {
  if (!file.type.startsWith('image/')) return NOT_AN_IMAGE;
  return file.size < MAX_IMAGE_BYTES ? null : IMAGE_TOO_LARGE;
}

/** The storage refused the file or is unreachable. */
export class UploadError extends Error {}

/** Uploads to a presigned address; returns the file's key. `purpose` says what buyers upload for. */
export async function upload(file: File, purpose: object = {}): Promise<string> {
  const { aws_url, aws_headers = {}, file_key } = await call(presign, {}, purpose);
  const answer = await fetch(aws_url, {
    method: 'PUT',
    body: file,
    headers: { 'Content-Type': file.type || 'application/octet-stream', ...aws_headers },
  }).catch(() => null);
  if (!answer?.ok || !file_key) throw new UploadError('The file could not be uploaded. Try again.');
  return file_key;
}
