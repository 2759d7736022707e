import { useState } from 'react';
import { type FixAll, type Fixes, type Preview, updatePreview } from '../../server/imports/preview/contract';
import { call } from '../browser/api';
import { untilRead } from './until-read';
import type { Stages } from './use-stages';

interface Changes {
  mapping?: Preview['mapping'];
  fixes?: Fixes;
  fix_all?: FixAll[];
}

export function usePreview({ setFault, showError }: Stages) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [busy, setBusy] = useState(false);

  /** Resolves to false on failure; the caller then keeps what was typed. */
  async function change(changes: Changes): Promise<boolean> {
    if (!preview) return false;
    setBusy(true);
    setFault(null);
    try {
      setPreview(await untilRead(() => call(updatePreview, { id: preview.id }, changes)));
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { preview, setPreview, busy, change };
}
