import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../browser/api';
import { UploadError, upload } from './upload';

const errorText = (error: unknown) =>
  error instanceof UploadError || error instanceof ApiError
    ? error.message
    : 'Please check your connection and try again.';

/** A chosen picture is shown at once and sent; `onKey` gets what stands for it in a form. */
export function useImageUpload(onKey: (fileKey: string) => void) {
  const [preview, setPreview] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const turn = useRef(0);
  // Told at the end of the way: until then the picture may have changed its place.
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
    /** Forgets what was chosen, also what is still on its way. */
    drop() {
      turn.current++;
      setPreview(null);
      setBusy(false);
      setFault(null);
    },
  };
}
