import type { FormEvent } from 'react';
import type { Preview } from '../../server/imports/preview/contract';
import { Button } from '../ui/button';
import { Group } from './Group';
import { ProblemRow } from './ProblemRow';
import { nameOfGroup, useCorrections } from './use-corrections';
import type { ImportFlow } from './use-import';

interface Props {
  preview: Preview;
  busy: boolean;
  onChange: ImportFlow['change'];
}

const MAX_SHOWN = 50;

/** Rows with problems: corrected for all equal values at once, or cell by cell. */
export function Problems({ preview, busy, onChange }: Props) {
  const corrections = useCorrections(preview.groups, onChange);
  const problemRows = preview.rows.filter(({ problems }) => problems.length > 0);
  if (problemRows.length === 0) return null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!corrections.isUntouched && !busy) void corrections.apply();
  }

  return (
    <section className="section" aria-label="Rows to fix">
      <div className="section-head">
        <h2>Rows to fix</h2>
        <Button
          href={`/import_previews/${preview.id}/rejected.csv`}
          icon="download"
          size="small"
          target="_blank"
        >
          Download Rows
        </Button>
      </div>
      <form className="stack" noValidate onSubmit={submit}>
        {preview.groups.map((group) => (
          <Group
            key={nameOfGroup(group)}
            group={group}
            typedFor={(value) => corrections.sharedValue(group, value)}
            onType={(value, to) => corrections.typeShared(group, value, to)}
          />
        ))}
        <h3 className="problems-head">Fix individually</h3>
        <div className="problem-rows">
          {problemRows.slice(0, MAX_SHOWN).map((row) => (
            <ProblemRow key={row.line} row={row} typedFor={corrections.cell} onType={corrections.typeCell} />
          ))}
        </div>
        {problemRows.length > MAX_SHOWN && (
          <p className="muted">
            Showing the first {MAX_SHOWN} rows. Fix repeated values above, or download the rows, fix them in
            the file and upload it.
          </p>
        )}
        <div className="button-row">
          <Button type="submit" busy={busy} disabled={corrections.isUntouched} reason="Change a value first.">
            Check Again
          </Button>
        </div>
      </form>
    </section>
  );
}
