import type { ListingState } from '../../server/search/rules';
import { Chip, Chips } from '../ui/badge';
import { Button } from '../ui/button';
import { appliedFilters, resetFilters } from './filters';

interface AppliedFiltersProps {
  state: ListingState;
  onChange: (part: Partial<ListingState>) => void;
}

export function AppliedFilters({ state, onChange }: AppliedFiltersProps) {
  const applied = appliedFilters(state);
  if (applied.length === 0 && state.query === '') return null;
  return (
    <Chips label="Applied filters">
      {state.query !== '' && <Chip onRemove={() => onChange({ query: '' })}>{`“${state.query}”`}</Chip>}
      {applied.map(({ label, without }) => (
        <Chip key={label} onRemove={() => onChange(without)}>
          {label}
        </Chip>
      ))}
      {applied.length > 0 && (
        <Button tone="link" size="small" onClick={() => onChange(resetFilters())}>
          Clear All
        </Button>
      )}
    </Chips>
  );
}
