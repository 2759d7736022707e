import { useRef, useState } from 'react';
import type { FixAll, Fixes, Preview, ProblemGroup } from '../../server/imports/preview/contract';
import type { ImportField } from '../../server/imports/rules';
import type { ChangePreview } from './use-preview';

type Texts = Readonly<Record<string, string>>;

const SEPARATOR = '\u0000';
const nameOf = (line: number, field: ImportField) => `${line}.${field}`;
export const nameOfGroup = ({ kind, field, message }: ProblemGroup) => `${kind} ${field} ${message}`;
const nameOfShared = (group: ProblemGroup, value: string) => `${nameOfGroup(group)}${SEPARATOR}${value}`;

function fixesOf(cells: Texts): Fixes {
  const fixes: Fixes = {};
  for (const [name, value] of Object.entries(cells)) {
    const [line = '', field = ''] = name.split('.');
    fixes[line] = { ...fixes[line], [field]: value };
  }
  return fixes;
}

const sharedFixesOf = (groups: readonly ProblemGroup[], shared: Texts): FixAll[] =>
  groups.flatMap((group) =>
    group.values.flatMap(({ value }): FixAll[] => {
      const to = shared[nameOfShared(group, value)];
      return to === undefined || !group.field
        ? []
        : [{ field: group.field, message: group.message, value, to }];
    }),
  );

const without = (typed: Texts, applied: Texts): Texts =>
  Object.fromEntries(Object.entries(typed).filter(([name, to]) => applied[name] !== to));

interface Typed {
  cells: Texts;
  /** For all equal values of a group. */
  shared: Texts;
}

const NOTHING: Typed = { cells: {}, shared: {} };

const isEmpty = ({ cells, shared }: Typed) => Object.keys(cells).length + Object.keys(shared).length === 0;

/** What was typed and is not checked yet. Not a formik form: a preview has thousands of cells. */
export function useCorrections(groups: Preview['groups'], onChange: ChangePreview) {
  const [typed, setTyped] = useState(NOTHING);
  const [applying, setApplying] = useState(0);
  const latest = useRef({ typed, groups, onChange });
  latest.current = { ...latest.current, groups, onChange };
  const queue = useRef<Promise<boolean>>(Promise.resolve(true));

  function update(change: (typed: Typed) => Typed) {
    latest.current.typed = change(latest.current.typed);
    setTyped(latest.current.typed);
  }

  async function send(): Promise<boolean> {
    const sent = latest.current.typed;
    if (isEmpty(sent)) return true;
    const fix_all = sharedFixesOf(latest.current.groups, sent.shared);
    const isApplied = await latest.current.onChange({ fixes: fixesOf(sent.cells), fix_all });
    // What was typed meanwhile waits for the next check.
    if (isApplied)
      update(({ cells, shared }) => ({
        cells: without(cells, sent.cells),
        shared: without(shared, sent.shared),
      }));
    return isApplied;
  }

  return {
    isApplying: applying > 0,
    isUntouched: isEmpty(typed),
    cell: (line: number, field: ImportField) => typed.cells[nameOf(line, field)],
    typeCell: (line: number, field: ImportField, to: string) =>
      update(({ cells, shared }) => ({ cells: { ...cells, [nameOf(line, field)]: to }, shared })),
    /** Shows the cell as it was. */
    undoCell: (line: number, field: ImportField) =>
      update(({ cells: { [nameOf(line, field)]: _typed, ...cells }, shared }) => ({ cells, shared })),
    sharedValue: (group: ProblemGroup, value: string) => typed.shared[nameOfShared(group, value)],
    typeShared: (group: ProblemGroup, value: string, to: string) =>
      update(({ cells, shared }) => ({ cells, shared: { ...shared, [nameOfShared(group, value)]: to } })),
    clear: () => update(() => NOTHING),
    /**
     * Sends what was typed by then after the check that runs. Resolves to false if the change fails, and keeps what
     * was typed.
     */
    async apply(): Promise<boolean> {
      setApplying((count) => count + 1);
      queue.current = queue.current.then(send);
      const isApplied = await queue.current;
      setApplying((count) => count - 1);
      return isApplied;
    },
  };
}
