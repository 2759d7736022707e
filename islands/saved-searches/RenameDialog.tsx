import { renamingForm } from '../../server/sourcing/form-schema';
import { type SavedSearch, updateSavedSearch } from '../../server/sourcing/saved-search-contract';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { Modal } from '../ui/modal';

interface Props {
  search: SavedSearch;
  onClose: () => void;
  onRenamed: (search: SavedSearch) => void;
}

export function RenameDialog({ search, onClose, onRenamed }: Props) {
  const form = useForm({
    schema: renamingForm,
    initial: { name: search.name },
    async submit(values) {
      const answer = await call(updateSavedSearch, { id: search.id }, { saved_search: values });
      onRenamed(answer.saved_search);
    },
  });
  return (
    <Modal
      title="Rename saved search"
      size="small"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={form.isSubmitting} onClick={form.onSubmit}>
            Rename Search
          </Button>
        </>
      }
    >
      <form className="stack" onSubmit={form.onSubmit}>
        <TextField label="Name" autoFocus autoComplete="off" {...form.field('name')} />
        <FormError>{form.error}</FormError>
        {/* Enter submits. */}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
