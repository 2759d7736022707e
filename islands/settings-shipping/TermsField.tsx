import { useId } from 'react';
import {
  isCollected,
  type ShippingTerms,
  shippingTerms,
  shippingTermsLabels,
} from '../../server/contract/shipping-terms';
import { LOCATION_NEEDED } from '../../server/sellers/rules';
import { termsSentences } from './terms';

interface Props {
  value: readonly ShippingTerms[];
  hasLocation: boolean;
  error: string | undefined;
  onChange: (terms: ShippingTerms[]) => void;
}

/** At least one of the terms. Collecting needs a location. */
export function TermsField({ value, hasLocation, error, onChange }: Props) {
  const errorId = useId();
  return (
    <fieldset className="fieldset terms" aria-describedby={error ? errorId : undefined}>
      <legend className="visually-hidden">Shipping options</legend>
      {shippingTerms.map((term) => (
        <TermRow
          key={term}
          term={term}
          checked={value.includes(term)}
          needsLocation={isCollected(term) && !hasLocation}
          onChange={(checked) =>
            onChange(checked ? [...value, term] : value.filter((chosen) => chosen !== term))
          }
        />
      ))}
      {error && (
        <span className="error" id={errorId} role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}

interface TermRowProps {
  term: ShippingTerms;
  checked: boolean;
  needsLocation: boolean;
  onChange: (checked: boolean) => void;
}

function TermRow({ term, checked, needsLocation, onChange }: TermRowProps) {
  const id = useId();
  return (
    <div className="choice term">
      <input
        id={id}
        type="checkbox"
        name={term}
        checked={checked}
        // What is on may always be turned off.
        disabled={needsLocation && !checked}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{shippingTermsLabels[term]}</label>
        <p className="muted small" id={`${id}-hint`}>
          {termsSentences[term]} {needsLocation && <b>{LOCATION_NEEDED}</b>}
        </p>
      </div>
    </div>
  );
}
