import type { PreviewProblem, PreviewRow } from '../../server/imports/preview/contract';
import { TextField } from '../forms/text-field';

interface Props {
  row: PreviewRow;
  typedFor: (problem: PreviewProblem) => string | undefined;
  onType: (problem: PreviewProblem, value: string) => void;
}

/** The cells of a row that have problems, each with a field to correct it. */
export const ProblemRow = ({ row, typedFor, onType }: Props) => (
  <div className="problem-group">
    <p className="small">
      <b>Line {row.line}</b> <span className="muted">{[row.name, row.upc].filter(Boolean).join(' · ')}</span>
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

interface ProblemCellProps {
  label: string;
  problem: PreviewProblem;
  value: string;
  onType: (value: string) => void;
}

/** A problem without a field concerns the whole row. */
const ProblemCell = ({ label, problem: { field, message }, value, onType }: ProblemCellProps) =>
  field ? (
    <TextField label={label} name={field} value={value} error={message} onChange={onType} />
  ) : (
    <p className="form-error">{message} Fix the file and upload it again.</p>
  );
