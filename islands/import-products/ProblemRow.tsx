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
      {row.problems.map((problem) => {
        const key = `${problem.kind} ${problem.column} ${problem.message}`;
        if (!problem.field)
          return (
            <p key={key} className="form-error">
              {problem.message} Correct the file and upload it again.
            </p>
          );
        return (
          <TextField
            key={key}
            label={`${problem.column}, line ${row.line}`}
            name={problem.field}
            value={typedFor(problem) ?? problem.value}
            error={problem.message}
            onChange={(value) => onType(problem, value)}
          />
        );
      })}
    </div>
  </div>
);
