import { counted } from '../../server/contract/money';
import { readListing } from '../../server/search/rules';
import type { SavedSearch } from '../../server/sourcing/contract';
import { appliedFilters } from '../all-products/filters';
import { SelectField } from '../forms/field';
import { stateOfPath } from '../products/state-of-path';
import { alertOptions } from '../sourcing/alert-options';
import { Badge } from '../ui/badge';
import { useDates } from '../ui/dates';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';

interface Props {
  search: SavedSearch;
  /** Undefined until counted. */
  matches: number | undefined;
  /** `Saved` for a moment after the alert was chosen. */
  status: string | undefined;
  onAlert: (alert: SavedSearch['alert']) => void;
  onRename: () => void;
  onDelete: () => void;
}

const countText = (count: number) => `${count.toLocaleString('en-US')} new`;

/** `“mug” · Home · % Off MSRP >60%`. */
function searchedText(path: string): string {
  const { query, filter } = stateOfPath(path);
  const state = readListing(query, filter);
  const words = state.query === '' ? [] : [`“${state.query}”`];
  return [...words, ...appliedFilters(state).map(({ label }) => label)].join(' · ') || 'All products';
}

export function SearchRow({ search, matches, status, onAlert, onRename, onDelete }: Props) {
  const { id, name, path, alert, new_count, created_at } = search;
  const dates = useDates();
  return (
    <li className="saved-search" data-row={id}>
      <div className="saved-search-name">
        <h3>
          <a href={path}>{name}</a>
        </h3>
        {new_count > 0 && <Badge tone="accent">{countText(new_count)}</Badge>}
        <p className="small">
          {searchedText(path)}{' '}
          <span className="muted">
            {matches !== undefined && `· ${counted(matches, 'result')} `}· Saved {dates.day(created_at)}
          </span>
        </p>
      </div>
      <div className="saved-search-alert">
        <SelectField
          label="Email me"
          name={`alert-${id}`}
          value={alert}
          onChange={(value) => onAlert(value as SavedSearch['alert'])}
          options={alertOptions}
        />
        <span className="muted small" role="status">
          {status}
        </span>
      </div>
      <div className="saved-search-menu">
        <Menu label={`Actions for ${name}`}>
          {() => (
            <>
              <button type="button" role="menuitem" onClick={onRename}>
                <Icon name="edit" />
                Rename
              </button>
              <button type="button" role="menuitem" className="danger" onClick={onDelete}>
                <Icon name="trash" />
                Delete
              </button>
            </>
          )}
        </Menu>
      </div>
    </li>
  );
}
