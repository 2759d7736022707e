import { useState } from 'react';
import type {
  FixAll,
  Fixes,
  Preview,
  PreviewProblem,
  ProblemGroup,
} from '../../server/imports/preview/contract';
import { Button } from '../ui/button';
import { Group } from './Group';
import { ProblemRow } from './ProblemRow';
import type { ImportFlow } from './use-import';

interface Props {
  preview: Preview;
  busy: boolean;
  onChange: ImportFlow['change'];
}

const MAX_SHOWN = 50;
const nameOf = ({ line, field }: PreviewProblem) => `${line}.${field}`;
const nameOfGroup = ({ kind, field, message }: ProblemGroup) => `${kind} ${field} ${message}`;
const SEPARATOR = '\u0000';

/** Rows with problems: corrected for all equal values at once, or cell by cell. */
export function Problems({ preview, busy, onChange }: Props) {
  const [cells, setCells] = useState<Readonly<Record<string, string>>>({});
  const [shared, setShared] = useState<Readonly<Record<string, string>>>({});
  const problemRows = preview.rows.filter(({ problems }) => problems.length > 0);
  if (problemRows.length === 0) return null;
  const isUntouched = Object.keys(cells).length + Object.keys(shared).length === 0;

  async function apply() {
    const fixes: Fixes = {};
    for (const [name, value] of Object.entries(cells)) {
      const [line = '', field = ''] = name.split('.');
      fixes[line] = { ...fixes[line], [field]: value };
    }
    const fix_all = preview.groups.flatMap((group) =>
      group.values.flatMap(({ value }): FixAll[] => {
        const to = shared[`${nameOfGroup(group)}${SEPARATOR}${value}`];
        return to === undefined || !group.field
          ? []
          : [{ field: group.field, message: group.message, value, to }];
      }),
    );
    if (!(await onChange({ fixes, fix_all }))) return;
    setCells({});
    setShared({});
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
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isUntouched && !busy) void apply();
        }}
      >
        {preview.groups.map((group) => (
          <Group
            key={nameOfGroup(group)}
            group={group}
            typedFor={(value) => shared[`${nameOfGroup(group)}${SEPARATOR}${value}`]}
            onType={(value, to) =>
              setShared({ ...shared, [`${nameOfGroup(group)}${SEPARATOR}${value}`]: to })
            }
          />
        ))}
        <h3 className="problems-head">One by one</h3>
        <div className="problem-rows">
          {problemRows.slice(0, MAX_SHOWN).map((row) => (
            <ProblemRow
              key={row.line}
              row={row}
              typedFor={(problem) => cells[nameOf(problem)]}
              onType={(problem, value) => setCells({ ...cells, [nameOf(problem)]: value })}
            />
          ))}
        </div>
        {problemRows.length > MAX_SHOWN && (
          <p className="muted">
            The first {MAX_SHOWN} rows are shown. Mend equal values above, or download all of them, mend them
            there and upload that file.
          </p>
        )}
        <div className="button-row">
          <Button type="submit" busy={busy} disabled={isUntouched} reason="Change a value first.">
            Check again
          </Button>
        </div>
      </form>
    </section>
  );
}
