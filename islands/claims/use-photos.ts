import { useEffect, useRef, useState } from 'react';
import { MAX_CLAIM_PHOTOS } from '../../server/claims/rules';
import { imageFault } from '../../server/uploads/rules';
import { errorText, upload } from '../browser/api';

interface Photo {
  id: number;
  name: string;
  preview: string;
  /** null while it is on its way. */
  fileKey: string | null;
}

/** The photos of a claim or message that is being written. */
export function usePhotos(orderId: number) {
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const nextId = useRef(1);
  const previews = useRef<string[]>([]);
  useEffect(() => () => previews.current.forEach(URL.revokeObjectURL), []);

  async function add(file: File) {
    const photo = {
      id: nextId.current++,
      name: file.name,
      preview: URL.createObjectURL(file),
      fileKey: null,
    };
    previews.current.push(photo.preview);
    setPhotos((before) => [...before, photo]);
    try {
      const fileKey = await upload(file, { purpose: 'claim', purchase_order_id: orderId });
      setPhotos((before) => before.map((one) => (one.id === photo.id ? { ...one, fileKey } : one)));
    } catch (error) {
      remove(photo.id);
      setFault(errorText(error));
    }
  }

  const remove = (id: number) => setPhotos((before) => before.filter((photo) => photo.id !== id));

  function addAll(files: readonly File[]) {
    const wrong = files.map(imageFault).find((problem) => problem !== null);
    const isTooMany = photos.length + files.length > MAX_CLAIM_PHOTOS;
    setFault(wrong ?? (isTooMany ? `Add at most ${MAX_CLAIM_PHOTOS} photos` : null));
    if (!wrong) for (const file of files.slice(0, MAX_CLAIM_PHOTOS - photos.length)) void add(file);
  }

  return {
    photos,
    fault,
    addAll,
    remove,
    clear: () => setPhotos([]),
    isUploading: photos.some(({ fileKey }) => fileKey === null),
    fileKeys: photos.flatMap(({ fileKey }) => fileKey ?? []),
  };
}

export type Photos = ReturnType<typeof usePhotos>;
