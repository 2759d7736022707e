import type { PreviewProblem, PreviewRow } from '../../server/imports/preview/contract';
import { TextField } from '../forms/field';
import { Badge } from '../ui/badge';
import { Icon } from '../ui/icon';
import { KINDS } from './Group';

interface Props {
  row: PreviewRow;
  typedFor: (problem: PreviewProblem) => string | undefined;
  onType: (problem: PreviewProblem, value: string) => void;
}

/** The cells of a row that have problems, each with a field to correct it. */
export function ProblemRow({ row, typedFor, onType }: Props) {
  const worst = KINDS[row.problems[0]?.kind ?? 'warning'];
  return (
    <div className="problem-group">
      <p className="small row between">
        <span>
          <b>Line {row.line}</b>{' '}
          <span className="muted">{[row.name, row.upc].filter(Boolean).join(' · ')}</span>
        </span>
        <Badge tone={worst.tone}>{worst.text}</Badge>
      </p>
      <div className="cols">
        {row.problems.map((problem) => (
          <ProblemCell
            key={`${problem.kind} ${problem.column} ${problem.message}`}
            label={`${problem.column}, line ${row.line}`}
            problem={problem}
            value={typedFor(problem) ?? problem.value}
            onType={(value) => onType(problem, value)}
          />
        ))}
      </div>
    </div>
  );
}

interface ProblemCellProps {
  label: string;
  problem: PreviewProblem;
  value: string;
  onType: (value: string) => void;
}

/** A problem without a field concerns the whole row. */
function ProblemCell({ label, problem: { kind, field, message }, value, onType }: ProblemCellProps) {
  if (!field) return <p className="form-error">{message} Fix the file and upload it again.</p>;
  const said = kind === 'refused' ? { error: message } : { hint: <Warning>{message}</Warning> };
  return <TextField label={label} name={field} value={value} {...said} onChange={onType} />;
}

/** The row is imported all the same, so this is no error. */
const Warning = ({ children }: { children: string }) => (
  <span className="cell-warning">
    <Icon name="warning" />
    {children}
  </span>
);
