import { useEffect, useRef, useState } from 'react';
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '../../server/contract/limits';
import { presign } from '../../server/uploads/contract';
import { ApiError, call } from '../browser/api';

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

const errorText = (error: unknown) =>
  error instanceof UploadError || error instanceof ApiError
    ? error.message
    : 'Check your connection and try again.';

export function useImageUpload(onKey: (fileKey: string) => void) {
  const [preview, setPreview] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const turn = useRef(0);
  // A ref, because the picture may have moved to another slot during the upload.
  const tell = useRef(onKey);
  tell.current = onKey;

  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  async function take(file: File) {
    const mine = ++turn.current;
    setFault(null);
    setBusy(true);
    setPreview(URL.createObjectURL(file));
    try {
      const key = await upload(file);
      if (mine === turn.current) tell.current(key);
    } catch (error) {
      if (mine !== turn.current) return;
      setPreview(null);
      setFault(errorText(error));
    } finally {
      if (mine === turn.current) setBusy(false);
    }
  }

  return {
    preview,
    busy,
    fault,
    take,
    /** Also ignores the result of an upload in progress. */
    drop() {
      turn.current++;
      setPreview(null);
      setBusy(false);
      setFault(null);
    },
  };
}
