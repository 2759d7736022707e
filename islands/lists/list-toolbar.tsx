import { type ReactNode, useId } from 'react';
import { formatUnits } from '../../server/contract/money';
import { SearchField } from '../forms/search-field';
import { Chip, Chips } from '../ui/badge';
import { Button, IconButton } from '../ui/button';
import { Icon } from '../ui/icon';

export interface AppliedFilter {
  /** As its chip says it: "From Nov 1, 2026". */
  label: string;
  onRemove: () => void;
}

interface Props {
  /** `Tabs` for the few states that are work; on phones `choices` replace them. */
  tabs?: ReactNode;
  search?: {
    label: string;
    name?: string | undefined;
    value: string;
    onSearch: (text: string) => void;
    placeholder?: string | undefined;
  };
  /** `ListChoice`s: in the row, on phones in the sheet. */
  choices?: ReactNode;
  /** Those of the choices that narrow the list, but for what a tab shows. */
  chosen?: readonly AppliedFilter[];
  /** Further fields behind `Filters`. */
  fields?: ReactNode;
  /** Those of the fields that narrow the list. */
  filled?: readonly AppliedFilter[];
  onReset: () => void;
  /** Of the rows that match; null while it is unknown. */
  total: number | null;
  /** What follows at the right: the count, `Export`, the way to a new row. */
  children?: ReactNode;
}

/** The tools of a list in one row. Every filter applies by itself; those that apply are chips below. */
export function ListToolbar({
  tabs,
  search,
  choices,
  chosen = [],
  fields,
  filled = [],
  onReset,
  total,
  children,
}: Props) {
  const id = useId();
  const sheet = `${id}-sheet`;
  const menu = `${id}-fields`;
  const typed = search?.value ? [{ label: `“${search.value}”`, onRemove: () => search.onSearch('') }] : [];
  return (
    <>
      <div className="list-bar">
        {tabs}
        {search && <SearchField {...search} />}
        {(choices || fields) && (
          <>
            <FiltersButton of={sheet} count={chosen.length + filled.length} />
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot leave its box on wide screens */}
            <div id={sheet} popover="auto" className="list-filters in-row" role="group" aria-label="Filters">
              <header className="list-filters-head">
                <b>Filters</b>
                <IconButton icon="close" label="Close" popoverTarget={sheet} popoverTargetAction="hide" />
              </header>
              {choices}
              {fields && (
                <>
                  <FiltersButton of={menu} count={filled.length} />
                  <div id={menu} popover="auto" className="list-filters">
                    {fields}
                  </div>
                </>
              )}
              <footer className="list-filters-foot">
                <Button onClick={onReset}>Reset All</Button>
                <Button tone="primary" popoverTarget={sheet} popoverTargetAction="hide">
                  {total === null ? 'View Results' : `View Results (${formatUnits(total)})`}
                </Button>
              </footer>
            </div>
          </>
        )}
        {children}
      </div>
      <Applied filters={[...typed, ...chosen, ...filled]} onReset={onReset} />
    </>
  );
}

const FiltersButton = ({ of, count }: { of: string; count: number }) => (
  <button className="button list-filters-open" type="button" popoverTarget={of}>
    <Icon name="filter" />
    Filters
    {count > 0 && <span className="count">{count}</span>}
  </button>
);

const Applied = ({ filters, onReset }: { filters: readonly AppliedFilter[]; onReset: () => void }) =>
  filters.length > 0 && (
    <div className="list-applied">
      <Chips label="Applied filters">
        {filters.map(({ label, onRemove }) => (
          <Chip key={label} onRemove={onRemove}>
            {label}
          </Chip>
        ))}
      </Chips>
      <Button tone="link" size="small" onClick={onReset}>
        Clear
      </Button>
    </div>
  );
