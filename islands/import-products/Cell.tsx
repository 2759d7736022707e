import { clsx } from 'clsx';
import { useId } from 'react';
import { type GridRow, MAX_CELL_CHARACTERS } from '../../server/imports/preview/contract';
import type { ImportField } from '../../server/imports/rules';
import { problemsIn, ROW_ADVICE } from './grid-columns';
import { KINDS } from './kinds';

/** The line; red where the row as a whole can't be read. */
export function LineCell({ row, isActive }: { row: GridRow | undefined; isActive: boolean }) {
  const noteId = useId();
  const [problem] = row ? problemsIn(row, null) : [];
  return (
    <td
      tabIndex={isActive || problem ? 0 : -1}
      aria-colindex={1}
      aria-describedby={problem ? noteId : undefined}
      data-column={0}
      className={clsx('grid-cell grid-line', problem && 'red')}
    >
      {row?.line}
      {problem && (
        <span className="grid-note red" id={noteId}>
          {problem.message} {ROW_ADVICE}
        </span>
      )}
    </td>
  );
}

interface Props {
  row: GridRow | undefined;
  field: ImportField;
  heading: string;
  isNumber: boolean;
  column: number;
  /** Its note extends to the left. */
  isLast: boolean;
  isActive: boolean;
  isEditing: boolean;
  /** What was typed and is not checked yet. */
  draft: string | undefined;
  onType: (to: string) => void;
  onEdit: () => void;
  onLeave: () => void;
}

export function Cell(props: Props) {
  const { row, field, heading, column, isActive, draft, onType } = props;
  const noteId = useId();
  const text = row?.cells[field] ?? '';
  const problems = row ? problemsIn(row, field) : [];
  const [problem] = problems;
  // A value that was sent cut would be stored cut.
  const mayEdit = row !== undefined && (problem !== undefined || text.length < MAX_CELL_CHARACTERS);
  const isInput =
    row !== undefined && mayEdit && (problem !== undefined || props.isEditing || draft !== undefined);
  const before = draft === undefined ? row?.original[field] : text;
  const isChanged = before !== undefined && before !== (draft ?? text);
  const note = [
    ...problems.map(({ message }) => message),
    isInput && isChanged && `Was ${before || 'empty'}`,
  ].filter(Boolean);
  return (
    <td
      tabIndex={isActive && !isInput ? 0 : -1}
      aria-colindex={column + 1}
      data-column={column}
      className={clsx(
        'grid-cell',
        props.isNumber && 'num',
        column === 1 && 'grid-upc',
        column === 2 && 'grid-name',
        problem && KINDS[problem.kind].tone,
        isChanged && 'changed',
        props.isLast && 'at-end',
      )}
      title={isInput ? undefined : text || undefined}
      onDoubleClick={mayEdit && !isInput ? props.onEdit : undefined}
    >
      {isInput ? (
        <input
          className="grid-input"
          aria-label={`${heading}, line ${row.line}`}
          aria-invalid={problem?.kind === 'refused' || undefined}
          aria-describedby={note.length > 0 ? noteId : undefined}
          value={draft ?? text}
          onChange={(event) => onType(event.target.value)}
          onBlur={props.onLeave}
        />
      ) : (
        row && <Value row={row} heading={heading} text={text} before={isChanged ? before : undefined} />
      )}
      {note.length > 0 && (
        <span className={clsx('grid-note', problem && KINDS[problem.kind].tone)} id={noteId}>
          {note.join('. ')}
        </span>
      )}
    </td>
  );
}

interface ValueProps {
  row: GridRow;
  heading: string;
  text: string;
  before: string | undefined;
}

/** What was, and what will be: by a correction or the import. Beside a value that differs, what the product has. */
function Value({ row, heading, text, before }: ValueProps) {
  if (before !== undefined)
    return (
      <>
        <del>{before || 'empty'}</del> <ins>{text || 'empty'}</ins>
      </>
    );
  const kept = row.differs.find(({ column }) => column === heading);
  if (kept)
    return (
      <>
        {text} <span className="muted">now {kept.own}</span>
      </>
    );
  const isFilled = row.changes.some(({ column }) => column === heading);
  return isFilled ? <ins>{text}</ins> : text;
}
