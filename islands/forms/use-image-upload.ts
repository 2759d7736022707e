import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../browser/api';
import { UploadError, upload } from './upload';

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
