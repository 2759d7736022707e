import { counted, formatUnits } from '../../server/contract/money';
import type { WantList } from '../../server/wants/contract';
import { SelectField } from '../forms/field';
import { alertOptions } from '../sourcing/alert-options';
import { Badge } from '../ui/badge';
import { useDates } from '../ui/dates';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';

interface Props {
  list: WantList;
  busy: boolean;
  readOnly: boolean;
  onAlert: (alert: WantList['alert']) => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** `120 ready · 14 to confirm · 366 waiting`; without lines, what is being done. */
function summaryOf({ state, error, counts, progress }: WantList): string {
  if (state === 'failed') return error ?? '';
  if (state === 'reading') return 'Reading the list';
  if (state === 'matching')
    return `Matching ${formatUnits(progress.done)} of ${counted(progress.of, 'line')}`;
  const parts = [
    [counts.matched, 'ready'],
    [counts.proposed, 'to confirm'],
    [counts.waiting, 'waiting'],
    [counts.drafted, 'in cart'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatUnits(count)} ${what}`);
  return [...said, ...(counts.problems > 0 ? [counted(counts.problems, 'problem')] : [])].join(' · ');
}

export function ListRow({ list, busy, readOnly, onAlert, onEdit, onDelete }: Props) {
  const { id, name, state, alert, created_at } = list;
  const dates = useDates();
  return (
    <li className="saved-search" data-row={id}>
      <div className="saved-search-name">
        <h3>
          <a href={`/want_lists/${id}`}>{name}</a>
        </h3>
        {state === 'failed' && <Badge tone="red">Not read</Badge>}
        <p className="small">
          {summaryOf(list)} <span className="muted">· Created {dates.day(created_at)}</span>
        </p>
      </div>
      <div className="saved-search-alert">
        <SelectField
          label="Email me"
          name={`alert-${id}`}
          value={alert}
          onChange={(value) => onAlert(value as WantList['alert'])}
          options={alertOptions}
          disabled={busy || readOnly}
        />
      </div>
      {!readOnly && (
        <div className="saved-search-menu">
          <Menu label={`Actions for ${name}`}>
            {() => (
              <>
                <button type="button" role="menuitem" onClick={onEdit}>
                  <Icon name="edit" />
                  Edit
                </button>
                <button type="button" role="menuitem" className="danger" onClick={onDelete}>
                  <Icon name="trash" />
                  Delete
                </button>
              </>
            )}
          </Menu>
        </div>
      )}
    </li>
  );
}
