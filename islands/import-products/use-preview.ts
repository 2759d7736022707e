import { useRef, useState } from 'react';
import { type Preview, type PreviewChanges, updatePreview } from '../../server/imports/preview/contract';
import { call } from '../browser/api';
import { untilRead } from './until-read';
import type { Stages } from './use-stages';

export type ChangePreview = (changes: PreviewChanges) => Promise<boolean>;

export function usePreview({ setFault, showError }: Stages) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [pending, setPending] = useState(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  /** One change at a time, in order. Resolves to false on failure; the caller then keeps what was typed. */
  async function change(changes: PreviewChanges): Promise<boolean> {
    if (!preview) return false;
    const { id } = preview;
    const { mapping } = changes;
    if (mapping) setPreview(withMapping(preview, mapping));
    setPending((count) => count + 1);
    setFault(null);
    const turn = queue.current.then(() => untilRead(() => call(updatePreview, { id }, changes)));
    queue.current = turn.catch(() => undefined);
    const last = queue.current;
    try {
      const changed = await turn;
      if (last === queue.current) setPreview(changed);
      return true;
    } catch (error) {
      if (mapping) setPreview(preview);
      showError(error);
      return false;
    } finally {
      setPending((count) => count - 1);
    }
  }

  return { preview, setPreview, busy: pending > 0, change };
}

/** Shows a choice before the server has counted the rows again. */
const withMapping = (preview: Preview, mapping: Preview['mapping']): Preview => ({
  ...preview,
  mapping,
  columns: preview.columns.map((column, at) => {
    const field = mapping[at] ?? null;
    return field === column.field ? column : { ...column, field, by: field && 'chosen' };
  }),
});
