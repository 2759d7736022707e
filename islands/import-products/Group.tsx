import { counted } from '../../server/contract/money';
import type { PreviewProblem, ProblemGroup } from '../../server/imports/preview/contract';
import { TextField } from '../forms/field';
import { Badge } from '../ui/badge';
import { Disclosure } from '../ui/disclosure';

export const KINDS: Record<PreviewProblem['kind'], { tone: 'red' | 'yellow'; text: string }> = {
  refused: { tone: 'red', text: "Can't be imported" },
  incomplete: { tone: 'yellow', text: 'Needs details' },
  warning: { tone: 'yellow', text: 'Value not imported' },
  question: { tone: 'yellow', text: 'Check this value' },
};

interface Props {
  group: ProblemGroup;
  typedFor: (value: string) => string | undefined;
  onType: (value: string, to: string) => void;
}

/** One kind of problem, with one field for each value that several rows share. */
export function Group({ group, typedFor, onType }: Props) {
  const { field, column } = group;
  // A UPC is never shared.
  const shared = field === null || field === 'upc' ? [] : group.values.filter((one) => one.count > 1);
  if (shared.length === 0) return <GroupHead group={group} />;
  return (
    <div className="problem-kind">
      <GroupHead group={group} />
      <Disclosure
        title={`Fix all rows with the same ${column}`}
        count={shared.length}
        open={shared.length <= 3}
      >
        <div className="cols">
          {shared.map(({ value, count }) => (
            <TextField
              key={value}
              label={
                value === '' ? `Empty (${counted(count, 'row')})` : `“${value}” (${counted(count, 'row')})`
              }
              name={`all_${field}`}
              value={typedFor(value) ?? value}
              onChange={(to) => onType(value, to)}
            />
          ))}
        </div>
      </Disclosure>
    </div>
  );
}

const GroupHead = ({ group: { kind, column, message, count } }: Pick<Props, 'group'>) => (
  <p className="problem-title">
    <Badge tone={KINDS[kind].tone}>{KINDS[kind].text}</Badge>
    <span>
      {column}: {message}
    </span>
    <span className="muted small nowrap">{counted(count, 'row')}</span>
  </p>
);
