import type { SavedSearch } from '../../server/sourcing/contract';
import { SelectField } from '../forms/field';
import { alertOptions } from '../sourcing/alert-options';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';

interface Props {
  search: SavedSearch;
  /** `Saved` for a moment after the alert was chosen. */
  status: string | undefined;
  onAlert: (alert: SavedSearch['alert']) => void;
  onRename: () => void;
  onDelete: () => void;
}

const countText = (count: number) => `${count.toLocaleString('en-US')} new`;

export function SearchRow({ search, status, onAlert, onRename, onDelete }: Props) {
  const { id, name, path, alert, new_count, created_at } = search;
  const dates = useDates();
  return (
    <li className="saved-search" data-row={id}>
      <div className="saved-search-name">
        <h3>{name}</h3>
        {new_count > 0 && <Badge tone="accent">{countText(new_count)}</Badge>}
        <p className="muted small">Saved {dates.day(created_at)}</p>
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
      <div className="button-row">
        <Button
          size="small"
          tone={new_count > 0 ? 'primary' : undefined}
          href={path}
          aria-label={`Open Search: ${name}`}
        >
          Open Search
        </Button>
        <Button size="small" tone="quiet" aria-label={`Rename: ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button size="small" tone="quiet" aria-label={`Delete: ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}
