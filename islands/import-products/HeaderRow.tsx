import type { Preview } from '../../server/imports/preview/contract';
import { SelectField } from '../forms/field';

interface Props {
  preview: Preview;
  onHeader: (line: number) => void;
}

const MAX_CHARACTERS = 90;

const rowText = ({ line, cells }: Preview['first_rows'][number]) =>
  `Line ${line}: ${cells.filter((cell) => cell !== '').join(' · ')}`.slice(0, MAX_CHARACTERS);

/** Which row has the column names: titles may stand above it. */
export function HeaderRow({ preview: { header_line, first_rows = [] }, onHeader }: Props) {
  if (!header_line || first_rows.length < 2) return null;
  return (
    <div className="header-row">
      <SelectField
        label="Header row"
        name="header_line"
        value={String(header_line)}
        options={first_rows.map((row) => ({ value: String(row.line), label: rowText(row) }))}
        hint="The row with your column names. Rows above it are skipped."
        onChange={(line) => onHeader(Number(line))}
      />
    </div>
  );
}
