import type { WantList } from '../../server/wants/contract';
import { listForm } from '../../server/wants/list-form-schema';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';

export interface EditListDialogProps {
  list: WantList;
  onClose: () => void;
  onSave: (changes: { name: string; ends_on?: string }) => Promise<unknown>;
}

export const EditListDialog = ({ list, onClose, onSave }: EditListDialogProps) => (
  <FormDialog
    title="Edit want list"
    schema={listForm}
    initial={{ name: list.name, ends_on: list.ends_on }}
    confirm="Save List"
    onClose={onClose}
    send={async ({ name, ends_on }) => {
      await onSave({ name, ...(ends_on && { ends_on }) });
      return undefined;
    }}
  >
    {(form) => (
      <>
        <TextField label="Name" autoFocus autoComplete="off" {...form.field('name')} />
        <TextField
          label="Watch until"
          type="date"
          note="For lines without a date of their own."
          {...form.field('ends_on')}
        />
      </>
    )}
  </FormDialog>
);
