import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { counted } from '../../server/contract/money';
import { MAX_ITEM_CHARACTERS, type WantCell, wantCells } from '../../server/wants/cells/rules';
import type { WantLine } from '../../server/wants/contract';
import { notify } from '../browser/alerts';
import { notifyError, useAct } from '../browser/use-act';
import { TextField } from '../forms/field';
import { Button, IconButton } from '../ui/button';
import { useDates } from '../ui/dates';
import {
  cellsOfText,
  correctionOf,
  isFaulty,
  pasteCells,
  problemOfCell,
  type TypedLine,
  typedLine,
} from './typed-lines';

export interface FaultyLinesProps {
  lines: readonly WantLine[];
  correct: (lines: readonly object[]) => Promise<readonly WantLine[]>;
  onRemove: (line: WantLine) => void;
  onChange: () => Promise<unknown>;
}

const LABELS: Record<WantCell, string> = {
  item: 'UPC, SKU or name',
  quantity: 'Quantity',
  price: 'Target price',
  date: 'Watch until',
};

const inputOf = (list: HTMLElement | null, id: number | undefined, cell: WantCell) =>
  list?.querySelector<HTMLInputElement>(`[data-row="${id}"] input[name="${cell}"]`);

type Edits = ReadonlyMap<number, Partial<TypedLine>>;

/** The faulty lines of a list, each corrected where it stands. */
export function FaultyLines({ lines, correct, onRemove, onChange }: FaultyLinesProps) {
  const dates = useDates();
  // A day, whatever the reader's zone.
  const day = (date: string) => dates.day(`${date}T12:00:00Z`);
  const list = useRef<HTMLUListElement>(null);
  const [edits, setEdits] = useState<Edits>(new Map());
  const { busyWith, run } = useAct<number>({ onError: notifyError() });
  const edited = lines.filter(({ id }) => edits.has(id));
  const edit = (changes: Edits) =>
    setEdits(
      new Map([
        ...edits,
        ...[...changes].map(([id, cells]) => [id, { ...edits.get(id), ...cells }] as const),
      ]),
    );
  const focusFault = (line: WantLine | undefined) => {
    const cell = line && (wantCells.find((one) => isFaulty(line, one)) ?? 'item');
    const input = cell && inputOf(list.current, line.id, cell);
    input?.focus();
    input?.select();
  };

  async function save(sent: readonly WantLine[], next: WantLine | undefined) {
    const saved = await correct(
      sent.map((line) => correctionOf(line, typedLine(line, day), edits.get(line.id) ?? {})),
    );
    const faulty = saved.filter(({ problem }) => problem !== null);
    setEdits((before) => new Map([...before].filter(([id]) => !saved.some((line) => line.id === id))));
    const corrected = saved.length - faulty.length;
    if (corrected > 0) notify('success', `${counted(corrected, 'line')} corrected.`);
    await onChange();
    requestAnimationFrame(() => focusFault(faulty[0] ?? next));
  }

  function onEnter(event: KeyboardEvent, line: WantLine) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void run(() => save([line], lines[lines.indexOf(line) + 1]), line.id);
  }

  function onPaste(event: ClipboardEvent, id: number) {
    const text = event.clipboardData.getData('text/plain');
    const cell = wantCells.find(
      (one) => event.target instanceof HTMLInputElement && event.target.name === one,
    );
    if (!cell || !/[\t\n]./.test(text.trimEnd())) return;
    event.preventDefault();
    edit(pasteCells({ ids: lines.map((line) => line.id), id, cell, cells: cellsOfText(text) }));
  }

  async function copy() {
    const rows = lines.map((line) => {
      const cells = { ...typedLine(line, day), ...edits.get(line.id) };
      return wantCells.map((cell) => cells[cell].replace(/[\t\r\n]+/g, ' ')).join('\t');
    });
    await navigator.clipboard.writeText(rows.join('\n'));
    notify(
      'success',
      `${counted(lines.length, 'line')} copied. Correct them in a spreadsheet and paste them back.`,
    );
  }

  return (
    <div className="stack">
      <div className="row between">
        <p className="muted">
          Correct a line and press Enter to go on to the next. You can paste corrected cells from a
          spreadsheet.
        </p>
        <div className="button-row">
          <Button size="small" icon="copy" onClick={() => void run(copy)}>
            Copy Lines
          </Button>
          {edited.length > 1 && (
            <Button
              size="small"
              tone="primary"
              busy={busyWith === 0}
              onClick={() => void run(() => save(edited, undefined), 0)}
            >
              Save {edited.length} Lines
            </Button>
          )}
        </div>
      </div>
      <ul ref={list} className="faulty-lines" aria-label="Faulty lines">
        {lines.map((line) => (
          <FaultyLine
            key={line.id}
            line={line}
            cells={{ ...typedLine(line, day), ...edits.get(line.id) }}
            busy={busyWith === line.id}
            onCell={(cell, text) => edit(new Map([[line.id, { [cell]: text }]]))}
            onKeyDown={(event) => onEnter(event, line)}
            onPaste={(event) => onPaste(event, line.id)}
            onSave={() => void run(() => save([line], lines[lines.indexOf(line) + 1]), line.id)}
            onRemove={() => onRemove(line)}
          />
        ))}
      </ul>
    </div>
  );
}

interface FaultyLineProps {
  line: WantLine;
  cells: TypedLine;
  busy: boolean;
  onCell: (cell: WantCell, text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
  onSave: () => void;
  onRemove: () => void;
}

function FaultyLine({ line, cells, busy, onCell, onKeyDown, onPaste, onSave, onRemove }: FaultyLineProps) {
  const typed = line.typed && wantCells.flatMap((cell) => line.typed?.[cell] ?? []).join(' · ');
  return (
    <li data-row={line.id} onKeyDown={onKeyDown} onPaste={onPaste}>
      <p className="faulty-line-typed small">
        <strong>Line {line.line}</strong> {typed && <span className="muted">You typed: {typed}</span>}
      </p>
      {wantCells.map((cell) => (
        <TextField
          key={cell}
          label={LABELS[cell]}
          name={cell}
          autoComplete="off"
          maxLength={MAX_ITEM_CHARACTERS}
          inputMode={cell === 'quantity' ? 'numeric' : cell === 'price' ? 'decimal' : 'text'}
          value={cells[cell]}
          error={problemOfCell(line, cell)}
          onChange={(text) => onCell(cell, text)}
        />
      ))}
      <div className="faulty-line-acts">
        <Button size="small" busy={busy} aria-label={`Save line ${line.line}`} onClick={onSave}>
          Save
        </Button>
        <IconButton icon="trash" size="small" label={`Remove line ${line.line}`} onClick={onRemove} />
      </div>
    </li>
  );
}
