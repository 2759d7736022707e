import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { GridRow } from '../../server/imports/preview/contract';
import type { ImportField } from '../../server/imports/rules';
import { Cell, LineCell } from './Cell';
import { type GridColumn, problemsIn } from './grid-columns';
import type { ImportFlow } from './use-import';
import type { ListedRows } from './use-rows';

interface Props {
  label: string;
  rows: ListedRows;
  columns: readonly GridColumn[];
  corrections: ImportFlow['corrections'];
}

/** By place in the list and by column, of which 0 is the line. */
interface Place {
  row: number;
  column: number;
}

const ROW_REM = 2.5;

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The rows of a file as a spreadsheet: arrows move, Enter edits or checks, Tab goes through the problems. */
export function Grid({ label, rows, columns, corrections }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{ line: number; field: ImportField } | null>(null);
  const wanted = useRef<(Place & { isEdited?: boolean }) | null>(null);
  const [rowPx] = useState(() => ROW_REM * remPx());
  const virtual = useVirtualizer({
    count: rows.total,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    overscan: 8,
    paddingStart: rowPx,
    // Below the row of headings, and with room for a note.
    scrollPaddingStart: rowPx,
    scrollPaddingEnd: rowPx,
    // The row in use stays, wherever one scrolls.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active.row, range.count - 1)])].sort(
        (a, b) => a - b,
      ),
  });
  const items = virtual.getVirtualItems();
  const inView = items.filter(({ index }) => index !== active.row);
  const [first, last] = [inView.at(0)?.index ?? 0, inView.at(-1)?.index ?? 0];
  useEffect(() => {
    if (rows.total > 0) rows.ensure(first, last);
  }, [rows, first, last]);

  useEffect(() => {
    const to = wanted.current;
    const focused = !to && document.activeElement && placeOf(document.activeElement);
    // Its row has moved up, as others were corrected.
    if (focused && focused.row !== active.row) setActive(focused);
    // Someone who has gone elsewhere meanwhile is not called back.
    if (to && !isWithin(frame.current, document.activeElement)) wanted.current = null;
    const cell = wanted.current && to && frame.current?.querySelector<HTMLElement>(selectorOf(to));
    if (!cell) return;
    const input = cell.querySelector('input');
    // A row that is to be loaded, or an input that is to come, takes the focus from the cell.
    if (rows.rowAt(to.row) && (!to.isEdited || input)) wanted.current = null;
    (input ?? cell).focus({ preventScroll: false });
    if (input && !to.isEdited) input.select();
  });

  function goTo(place: Place, isEdited = false) {
    const row = Math.max(0, Math.min(place.row, rows.total - 1));
    const column = Math.max(0, Math.min(place.column, columns.length));
    wanted.current = { row, column, isEdited };
    setActive({ row, column });
    virtual.scrollToIndex(row);
  }

  const draftOf = (row: GridRow, field: ImportField) => corrections.cell(row.line, field);

  /** The next cell with a problem, of the rows that are loaded. */
  function nextProblem(from: Place): Place | null {
    for (let row = from.row; row < rows.total; row++) {
      const there = rows.rowAt(row);
      if (!there) return row === from.row ? null : { row, column: 1 };
      for (let at = row === from.row ? from.column : 0; at < columns.length; at++)
        if (problemsIn(there, columns[at]?.field ?? null).length > 0) return { row, column: at + 1 };
    }
    return null;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const place = placeOf(event.target);
    const row = place && rows.rowAt(place.row);
    if (!place || event.altKey || event.nativeEvent.isComposing) return;
    const input = event.target instanceof HTMLInputElement ? event.target : null;
    const field = columns[place.column - 1]?.field;
    const move = moveOf(event, place, input);
    if (move) {
      event.preventDefault();
      goTo(move === 'last' ? { row: rows.total - 1, column: place.column } : move);
    } else if (!row) return;
    else if (input && event.key === 'Enter') {
      event.preventDefault();
      goTo(nextProblem(place) ?? { row: place.row + 1, column: place.column });
      if (!corrections.isUntouched) void corrections.apply();
    } else if (input && event.key === 'Escape') {
      event.preventDefault();
      if (field) corrections.undoCell(row.line, field);
      setEditing(null);
      input.closest<HTMLElement>('td')?.focus();
    } else if (!input && field) startEditing(event, { row, field, place });
  }

  function startEditing(
    event: KeyboardEvent,
    { row, field, place }: { row: GridRow; field: ImportField; place: Place },
  ) {
    const isTyped = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey;
    if (!isTyped && !['Enter', 'F2', 'Backspace', 'Delete'].includes(event.key)) return;
    event.preventDefault();
    setEditing({ line: row.line, field });
    if (isTyped) corrections.typeCell(row.line, field, event.key);
    else if (event.key === 'Backspace' || event.key === 'Delete') corrections.typeCell(row.line, field, '');
    goTo(place, isTyped);
  }

  function onFocus(event: FocusEvent) {
    const place = placeOf(event.target);
    if (place && (place.row !== active.row || place.column !== active.column)) setActive(place);
  }

  return (
    <div ref={frame} className="import-grid" tabIndex={-1}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells take the focus and are edited
        role="grid"
        aria-label={label}
        aria-rowcount={rows.total + 1}
        aria-colcount={columns.length + 1}
        style={
          {
            '--columns': columns.map(widthOf).join(' '),
            height: virtual.getTotalSize(),
          } as object
        }
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <Head columns={columns} />
        <tbody>
          {items.map(({ index, start }) => {
            const row = rows.rowAt(index);
            return (
              <tr
                key={row ? `line ${row.line}` : `place ${index}`}
                aria-rowindex={index + 2}
                data-index={index}
                className={clsx('grid-row', index === active.row && 'active')}
                style={{ top: start }}
              >
                <LineCell row={row} isActive={index === active.row && active.column === 0} />
                {columns.map(({ field, heading, isNumber }, at) => (
                  <Cell
                    key={field}
                    row={row}
                    field={field}
                    heading={heading}
                    isNumber={isNumber}
                    column={at + 1}
                    isLast={at > 2 && at >= columns.length - 2}
                    isActive={index === active.row && active.column === at + 1}
                    isEditing={row !== undefined && editing?.line === row.line && editing.field === field}
                    draft={row && draftOf(row, field)}
                    onType={(to) => row && corrections.typeCell(row.line, field, to)}
                    onEdit={() => {
                      if (!row) return;
                      setEditing({ line: row.line, field });
                      goTo({ row: index, column: at + 1 });
                    }}
                    onLeave={() => setEditing(null)}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Names take the room that is left. */
const widthOf = ({ field, width }: GridColumn) =>
  field === 'name' ? `minmax(${width}rem, 1fr)` : `${width}rem`;

const Head = ({ columns }: Pick<Props, 'columns'>) => (
  <thead>
    <tr aria-rowindex={1} className="grid-row grid-head">
      <th scope="col" aria-colindex={1} className="grid-line">
        Line
      </th>
      {columns.map(({ field, heading, isNumber }, at) => (
        <th
          key={field}
          scope="col"
          aria-colindex={at + 2}
          className={clsx(isNumber && 'num', stickyClass(at + 1))}
        >
          {heading}
        </th>
      ))}
    </tr>
  </thead>
);

const stickyClass = (column: number) => (column === 1 ? 'grid-upc' : column === 2 ? 'grid-name' : undefined);

const selectorOf = ({ row, column }: Place) => `[data-index="${row}"] [data-column="${column}"]`;

const isWithin = (grid: HTMLElement | null, element: Element | null) =>
  element === null || element === document.body || grid?.contains(element) === true;

function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-index]');
  return cell && row ? { row: Number(row.dataset.index), column: Number(cell.dataset.column) } : null;
}

const PAGE_ROWS = 10;

/** Where a key leads; null for one that is not about moving, or moves within the text. */
function moveOf(event: KeyboardEvent, { row, column }: Place, input: HTMLInputElement | null) {
  const { key } = event;
  const isAll = event.ctrlKey || event.metaKey;
  if (event.shiftKey) return null;
  if (key === 'ArrowUp') return { row: isAll ? 0 : row - 1, column };
  if (key === 'ArrowDown') return isAll ? 'last' : { row: row + 1, column };
  if (key === 'PageUp') return { row: row - PAGE_ROWS, column };
  if (key === 'PageDown') return { row: row + PAGE_ROWS, column };
  const [from, to] = [input?.selectionStart ?? 0, input?.selectionEnd ?? 0];
  const isWhole = !input || (from === 0 && to === input.value.length);
  if (key === 'ArrowLeft' && (isWhole || to === 0)) return { row, column: column - 1 };
  if (key === 'ArrowRight' && (isWhole || from === input.value.length)) return { row, column: column + 1 };
  if (!input && key === 'Home') return { row: isAll ? 0 : row, column: 0 };
  if (!input && key === 'End') return isAll ? 'last' : { row, column: Number.POSITIVE_INFINITY };
  return null;
}
