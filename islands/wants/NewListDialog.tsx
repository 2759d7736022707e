import { useRef, useState } from 'react';
import type { EmailChoice } from '../../server/contract/notification-kinds';
import { newListForm } from '../../server/wants/form-schema';
import { MAX_LIST_NAME_LENGTH } from '../../server/wants/rules';
import { upload } from '../browser/api';
import { RadioField } from '../forms/choice-field';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';
import { TextArea } from '../forms/text-area';
import { alertOptions } from '../sourcing/alert-options';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { FormError } from '../ui/feedback';

export interface NewList {
  name: string;
  alert: EmailChoice | undefined;
  text?: string;
  key?: string;
}

export interface NewListDialogProps {
  /** Of a list that could not be read. */
  given?: { name: string; text: string };
  onClose: () => void;
  /** Of a text, or of an upload by its key. */
  onCreate: (list: NewList) => Promise<unknown>;
}

/** "Spring order.csv" → "Spring order". */
const nameOfFile = ({ name }: File) =>
  name
    .replace(/\.[a-z]{1,5}$/i, '')
    .trim()
    .slice(0, MAX_LIST_NAME_LENGTH);

const isWorkbook = ({ name }: File) => /\.xlsx?$/i.test(name);

const WORKBOOK = 'This is an Excel workbook. Copy its cells and paste them above, or save it as CSV UTF-8.';

export function NewListDialog({ given, onClose, onCreate }: NewListDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const today = useDates().day(new Date().toISOString());
  const [problem, setProblem] = useState<string | null>(null);
  function choose(chosen: File | null, name: string, setName: (name: string) => unknown) {
    setProblem(chosen && isWorkbook(chosen) ? WORKBOOK : null);
    if (chosen && isWorkbook(chosen)) return;
    setFile(chosen);
    // A name of the last file is no name of this one.
    if (name === '' || (file && name === nameOfFile(file))) void setName(chosen ? nameOfFile(chosen) : '');
  }
  return (
    <FormDialog
      title="New want list"
      size="medium"
      schema={newListForm}
      initial={{ name: given?.name ?? '', text: given?.text ?? '', alert: 'daily' as const }}
      confirm="Create List"
      onClose={onClose}
      send={async ({ name, text, alert }) => {
        const source = file ? { key: await upload(file, { purpose: 'want_list' }) } : { text };
        await onCreate({ name, alert, ...source });
        return undefined;
      }}
    >
      {(form) => (
        <>
          {!file && (
            <TextArea
              label="Paste from a spreadsheet: item, quantity, target price"
              note="An item is a UPC, a SKU or a name. One line each, up to 5,000."
              rows={8}
              {...form.field('text')}
            />
          )}
          <FileChoice
            file={file}
            onFile={(chosen) =>
              choose(chosen, form.values.name ?? '', (name) => form.setFieldValue('name', name))
            }
          />
          <FormError>{problem}</FormError>
          <TextField
            label="Name"
            optional
            autoComplete="off"
            placeholder={`List of ${today}`}
            {...form.field('name')}
          />
          <RadioField
            legend="Email me"
            name="alert"
            value={form.values.alert ?? 'daily'}
            onChange={(alert) => void form.setFieldValue('alert', alert)}
            options={alertOptions}
          />
        </>
      )}
    </FormDialog>
  );
}

interface FileChoiceProps {
  file: File | null;
  onFile: (file: File | null) => void;
}

function FileChoice({ file, onFile }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="row">
      <input
        ref={input}
        type="file"
        name="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        tabIndex={-1}
        className="visually-hidden"
        onChange={(event) => {
          onFile(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
      {file && <span>{file.name}</span>}
      {file ? (
        <Button size="small" onClick={() => onFile(null)}>
          Remove File
        </Button>
      ) : (
        <Button size="small" icon="upload" onClick={() => input.current?.click()}>
          Upload CSV
        </Button>
      )}
    </div>
  );
}
