import { useEffect, useState } from 'react';
import { checkUpc } from '../../server/products/contract';
import { UPC_TAKEN } from '../../server/products/form-contract';
import { call } from '../browser/api';
import { TextField } from '../forms/text-field';
import { Icon } from '../ui/icon';
import type { StepForm } from './use-step';

const HINT = '8 to 14 digits, including leading zeros.';
const HINTS: Partial<Record<UpcState, string>> = {
  unchecked: "We couldn't check this UPC. You can continue; we'll check it when you save.",
};

/** Name and codes. A UPC already in use shows its error while typing. */
export function Identifiers({ form, upc }: { form: StepForm; upc: UpcState }) {
  const field = form.field('upc');
  return (
    <>
      <TextField label="Name" {...form.field('name')} />
      <TextField
        label="UPC"
        inputMode="numeric"
        autoComplete="off"
        hint={HINTS[upc] ?? HINT}
        {...field}
        error={upc === 'taken' ? UPC_TAKEN : field.error}
        after={(upc === 'checking' || upc === 'free') && <UpcMark upc={upc} />}
      />
      <div className="field-row">
        <TextField label="SKU" optional {...form.field('sku')} />
        <TextField label="ASIN" optional {...form.field('asin')} />
        <TextField label="Style number" optional {...form.field('style_number')} />
      </div>
    </>
  );
}

const UpcMark = ({ upc }: { upc: 'checking' | 'free' }) => (
  <span className="affix" role="status">
    {upc === 'checking' ? (
      <>
        <span className="spinner" aria-hidden="true" />
        <span className="visually-hidden">Checking UPC</span>
      </>
    ) : (
      <>
        <Icon name="check" />
        <span className="visually-hidden">UPC is available</span>
      </>
    )}
  </span>
);

const DELAY_MS = 400;

/** `unchecked`: the request failed; the server checks again when the step is saved. */
export type UpcState = 'unknown' | 'checking' | 'free' | 'taken' | 'unchecked';

type UpcVerdict = Extract<UpcState, 'free' | 'taken' | 'unchecked'>;

/** Checks while typing whether a UPC is available; the product's current UPC is not checked. */
export function useUpc(upc: string, own: { id: number; upc: string } | null): UpcState {
  const [answer, setAnswer] = useState<{ upc: string; verdict: UpcVerdict } | null>(null);
  const candidate = /^\d{8,14}$/.test(upc) && upc !== own?.upc ? upc : null;
  const ownId = own?.id;

  useEffect(() => {
    if (candidate === null) return;
    let stale = false;
    const timer = setTimeout(async () => {
      const query = { upc: candidate, ...(ownId && { id: ownId }) };
      const verdict = await call(checkUpc, {}, undefined, query).then(
        ({ available }): UpcVerdict => (available ? 'free' : 'taken'),
        (): UpcVerdict => 'unchecked',
      );
      if (!stale) setAnswer({ upc: candidate, verdict });
    }, DELAY_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [candidate, ownId]);

  if (candidate === null) return 'unknown';
  return answer?.upc === candidate ? answer.verdict : 'checking';
}
