import { useState } from 'react';
import type { Fixes, Preview, PreviewProblem, PreviewRow } from '../../server/imports/contract';
import { Badge } from '../kit/badge';
import { Button } from '../kit/button';
import { TextField } from '../kit/field';

interface Props {
  preview: Preview;
  busy: boolean;
  onFixes: (fixes: Fixes) => void;
}

const KINDS: Record<PreviewProblem['kind'], { tone: 'red' | 'yellow' | 'gray'; text: string }> = {
  refused: { tone: 'red', text: 'Cannot be imported' },
  incomplete: { tone: 'yellow', text: 'Not visible until completed' },
  warning: { tone: 'gray', text: 'Left out' },
};

const MOST_SHOWN = 50;
const nameOf = ({ line, field }: PreviewProblem) => `${line}.${field}`;

/** Rows that need somebody: by kind, then cell by cell, each to be mended here. */
export function Problems({ preview, busy, onFixes }: Props) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const rows = preview.rows.filter(({ problems }) => problems.length > 0);
  if (rows.length === 0) return null;

  function apply() {
    const fixes: Fixes = {};
    for (const [name, value] of Object.entries(typed)) {
      const [line = '', field = ''] = name.split('.');
      fixes[line] = { ...preview.fixes[line], ...fixes[line], [field]: value };
    }
    setTyped({});
    onFixes(fixes);
  }

  return (
    <section className="section" aria-label="Rows that need you">
      <div className="section-head">
        <h2>Rows that need you</h2>
        <Button
          href={`/import_previews/${preview.id}/rejected.csv`}
          icon="download"
          size="small"
          target="_blank"
        >
          Download them
        </Button>
      </div>
      <ul className="stack tight">
        {preview.groups.map(({ kind, column, message, count }) => (
          <li key={`${kind} ${column} ${message}`} className="row">
            <Badge tone={KINDS[kind].tone}>{KINDS[kind].text}</Badge>
            <span>
              {column}: {message}
            </span>
            <span className="count">{count}</span>
          </li>
        ))}
      </ul>
      {rows.slice(0, MOST_SHOWN).map((row) => (
        <ProblemRow
          key={row.line}
          row={row}
          typed={typed}
          onType={(name, value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      {rows.length > MOST_SHOWN && (
        <p className="muted">
          The first {MOST_SHOWN} are shown. Mend them here, or download all of them and upload the file again.
        </p>
      )}
      <div className="button-row">
        <Button
          busy={busy}
          disabled={Object.keys(typed).length === 0}
          reason="Change a value first."
          onClick={apply}
        >
          Check again
        </Button>
      </div>
    </section>
  );
}

interface RowProps {
  row: PreviewRow;
  typed: Readonly<Record<string, string>>;
  onType: (name: string, value: string) => void;
}

const ProblemRow = ({ row, typed, onType }: RowProps) => (
  <div className="problem-group">
    <p className="small">
      <b>Line {row.line}</b> <span className="muted">{[row.name, row.upc].filter(Boolean).join(' · ')}</span>
    </p>
    <div className="cols">
      {row.problems.map((problem) => (
        <TextField
          key={`${problem.kind} ${problem.column} ${problem.message}`}
          label={`${problem.column}, line ${row.line}`}
          name={problem.field ?? 'cell'}
          value={typed[nameOf(problem)] ?? problem.value}
          error={problem.message}
          onChange={(value) => onType(nameOf(problem), value)}
        />
      ))}
    </div>
  </div>
);
