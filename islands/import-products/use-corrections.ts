import { useState } from 'react';
import type { FixAll, Fixes, Preview, ProblemGroup } from '../../server/imports/preview/contract';
import type { ImportField } from '../../server/imports/rules';
import type { ChangePreview } from './use-preview';

type Typed = Readonly<Record<string, string>>;

const SEPARATOR = '\u0000';
const nameOf = (line: number, field: ImportField) => `${line}.${field}`;
export const nameOfGroup = ({ kind, field, message }: ProblemGroup) => `${kind} ${field} ${message}`;
const nameOfShared = (group: ProblemGroup, value: string) => `${nameOfGroup(group)}${SEPARATOR}${value}`;

function fixesOf(cells: Typed): Fixes {
  const fixes: Fixes = {};
  for (const [name, value] of Object.entries(cells)) {
    const [line = '', field = ''] = name.split('.');
    fixes[line] = { ...fixes[line], [field]: value };
  }
  return fixes;
}

const sharedFixesOf = (groups: readonly ProblemGroup[], shared: Typed): FixAll[] =>
  groups.flatMap((group) =>
    group.values.flatMap(({ value }): FixAll[] => {
      const to = shared[nameOfShared(group, value)];
      return to === undefined || !group.field
        ? []
        : [{ field: group.field, message: group.message, value, to }];
    }),
  );

const without = (typed: Typed, applied: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name, to]) => applied[name] !== to));

/** What was typed into cells, and for all equal values. Not a formik form: a preview has thousands of cells. */
export function useCorrections(groups: Preview['groups'], onChange: ChangePreview) {
  const [cells, setCells] = useState<Typed>({});
  const [shared, setShared] = useState<Typed>({});
  const [isApplying, setApplying] = useState(false);
  return {
    isApplying,
    isUntouched: Object.keys(cells).length + Object.keys(shared).length === 0,
    changed: Object.keys(cells).length + Object.keys(shared).length,
    cell: (line: number, field: ImportField) => cells[nameOf(line, field)],
    typeCell: (line: number, field: ImportField, to: string) =>
      setCells((typed) => ({ ...typed, [nameOf(line, field)]: to })),
    /** Shows the cell as it was. */
    undoCell: (line: number, field: ImportField) =>
      setCells(({ [nameOf(line, field)]: _typed, ...others }) => others),
    sharedValue: (group: ProblemGroup, value: string) => shared[nameOfShared(group, value)],
    typeShared: (group: ProblemGroup, value: string, to: string) =>
      setShared({ ...shared, [nameOfShared(group, value)]: to }),
    clear() {
      setCells({});
      setShared({});
    },
    /** Resolves to false if the change fails, and keeps what was typed. */
    async apply(): Promise<boolean> {
      const fixes = fixesOf(cells);
      const fix_all = sharedFixesOf(groups, shared);
      setApplying(true);
      const isApplied = await onChange({ fixes, fix_all });
      setApplying(false);
      if (isApplied) {
        // What was typed meanwhile waits for the next check.
        setCells((typed) => without(typed, cells));
        setShared((typed) => without(typed, shared));
      }
      return isApplied;
    },
  };
}
