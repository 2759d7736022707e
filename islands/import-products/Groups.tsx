import { clsx } from 'clsx';
import { counted, formatUnits } from '../../server/contract/money';
import type { ProblemGroup } from '../../server/imports/preview/contract';
import { TextField } from '../forms/field';
import { Disclosure } from '../ui/disclosure';
import { KINDS } from './kinds';
import { nameOfGroup } from './use-corrections';
import type { ImportFlow } from './use-import';

interface Props {
  groups: readonly ProblemGroup[];
  corrections: ImportFlow['corrections'];
}

/** Beside the message while there are no more; else folded. */
const MAX_OPEN_VALUES = 2;

/** Each kind of problem with its rows, and a field for each value that several of them share. */
export const Groups = ({ groups, corrections }: Props) => (
  <ul className="import-groups">
    {groups.map((group) => (
      <Group key={nameOfGroup(group)} group={group} corrections={corrections} />
    ))}
  </ul>
);

/** Values that several rows have. A UPC is never shared. */
const sharedValues = ({ field, values }: ProblemGroup) =>
  field === null || field === 'upc' ? [] : values.filter(({ count }) => count > 1);

export const mayFixAtOnce = (group: ProblemGroup) => sharedValues(group).length > 0;

interface GroupProps extends Pick<Props, 'corrections'> {
  group: ProblemGroup;
}

function Group({ group, corrections }: GroupProps) {
  const { kind, field, column, message, count } = group;
  const shared = sharedValues(group);
  const fields = shared.map(({ value, count: rows }) => (
    <TextField
      key={value}
      label={value === '' ? `Empty (${counted(rows, 'row')})` : `“${value}” (${counted(rows, 'row')})`}
      name={`all_${field}`}
      value={corrections.sharedValue(group, value) ?? value}
      onChange={(to) => corrections.typeShared(group, value, to)}
    />
  ));
  return (
    <li className={clsx('import-group', KINDS[kind].tone)}>
      <p>
        <span className="visually-hidden">{KINDS[kind].text}: </span>
        <b>{column}</b> {message}{' '}
        <span className="muted nowrap">
          {formatUnits(count)} {count === 1 ? 'row' : 'rows'}
        </span>
      </p>
      {shared.length > 0 && shared.length <= MAX_OPEN_VALUES && <div className="group-fields">{fields}</div>}
      {shared.length > MAX_OPEN_VALUES && (
        <Disclosure title={`Fix all rows with the same ${column}`} count={shared.length} level={3}>
          <div className="group-fields">{fields}</div>
        </Disclosure>
      )}
    </li>
  );
}
