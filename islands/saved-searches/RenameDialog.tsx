import { type SavedSearch, updateSavedSearch } from '../../server/sourcing/contract';
import { renamingForm } from '../../server/sourcing/form-schema';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';

export interface RenameDialogProps {
  search: SavedSearch;
  onClose: () => void;
  onRenamed: (search: SavedSearch) => void;
}

export const RenameDialog = ({ search, onClose, onRenamed }: RenameDialogProps) => (
  <FormDialog
    title="Rename saved search"
    schema={renamingForm}
    initial={{ name: search.name }}
    confirm="Rename Search"
    onClose={onClose}
    send={async (values) => {
      const answer = await call(updateSavedSearch, { id: search.id }, { saved_search: values });
      onRenamed(answer.saved_search);
      return undefined;
    }}
  >
    {(form) => <TextField label="Name" autoFocus autoComplete="off" {...form.field('name')} />}
  </FormDialog>
);
