import { useEffect, useRef, useState } from 'react';
import { photoFields } from '../../../server/products/rules';
import { imageFault } from '../../../server/uploads/rules';
import { notify } from '../../browser/alerts';
import { errorText, upload } from '../../browser/api';
import { addPhotos, type PhotoValues } from './order';

/** One of the five fields. */
export interface PhotoField {
  name: string;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
}

interface Pending {
  file: File;
  preview: string;
  isCanceled: boolean;
}

interface Options {
  fields: readonly PhotoField[];
  onUploading: (isOn: boolean) => void;
}

/** Photos by file or address. Files are uploaded at once and join the fields in the order they were chosen. */
export function usePhotos({ fields, onUploading }: Options) {
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [previews] = useState(() => new Map<string, string>());
  const current = useRef(fields);
  current.current = fields;
  const values = useRef<PhotoValues>([]);
  values.current = fields.map(({ value }) => value);
  const lastUpload = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => () => previews.forEach((url) => void URL.revokeObjectURL(url)), [previews]);
  useUploading(pending.length > 0, onUploading);

  function change(next: PhotoValues) {
    const before = values.current;
    values.current = next;
    for (const [index, value] of next.entries())
      if (value !== before[index]) current.current[index]?.onValue(value);
  }

  /** Returns those that there is room for, and says how many are left out. */
  function fitting<Item>(items: readonly Item[]): readonly Item[] {
    const room = photoFields.length - values.current.filter(Boolean).length - pending.length;
    const more = items.length - room;
    if (more > 0)
      notify(
        'other',
        `A product can have up to five photos. ${more} ${more === 1 ? 'was' : 'were'} not added.`,
      );
    return items.slice(0, Math.max(room, 0));
  }

  function addFiles(files: readonly File[]) {
    const wording = (file: File, text: string) => (files.length > 1 ? `${file.name}: ${text}` : text);
    const wrong = files.flatMap((file) => {
      const fault = imageFault(file);
      return fault ? [wording(file, fault)] : [];
    });
    const started = fitting(files.filter((file) => !imageFault(file))).map((file) => ({
      file,
      preview: URL.createObjectURL(file),
      isCanceled: false,
    }));
    setFaults(wrong);
    setPending((before) => [...before, ...started]);
    for (const photo of started)
      lastUpload.current = take(photo, lastUpload.current, (text) =>
        setFaults((before) => [...before, wording(photo.file, text)]),
      );
  }

  async function take(photo: Pending, previous: Promise<unknown>, onFault: (text: string) => void) {
    try {
      const key = await upload(photo.file);
      await previous;
      if (photo.isCanceled) return;
      previews.set(key, photo.preview);
      change(addPhotos(values.current, [key]));
    } catch (error) {
      if (!photo.isCanceled) onFault(errorText(error));
    } finally {
      setPending((before) => before.filter((other) => other !== photo));
    }
  }

  return {
    pending,
    faults,
    previewOf: (value: string) => previews.get(value) ?? null,
    change(next: PhotoValues) {
      setFaults([]);
      change(next);
    },
    addFiles,
    addAddresses: (addresses: readonly string[]) => change(addPhotos(values.current, fitting(addresses))),
    cancel(photo: Pending) {
      photo.isCanceled = true;
      setPending(pending.filter((other) => other !== photo));
    },
  };
}

/** Reports an end also where the photos leave the page. */
function useUploading(isOn: boolean, onUploading: Options['onUploading']) {
  const report = useRef(onUploading);
  report.current = onUploading;
  useEffect(() => {
    if (!isOn) return;
    report.current(true);
    return () => report.current(false);
  }, [isOn]);
}
