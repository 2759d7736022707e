import '../page/shared';
import { newSavedSearchForm } from '../../server/sourcing/form-schema';
import { createSavedSearch, type SavedQuery } from '../../server/sourcing/saved-search-contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { RadioField } from '../forms/choice-field';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { alertOptions } from '../sourcing/alert-options';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { Modal } from '../ui/modal';
import type { Applied } from './filters';
import { suggestName } from './search-name';

export interface SaveSearchDialogProps {
  query: SavedQuery;
  applied: readonly Applied[];
  onClose: () => void;
}

export function SaveSearchDialog({ query, applied, onClose }: SaveSearchDialogProps) {
  const form = useForm({
    schema: newSavedSearchForm,
    initial: { name: suggestName(query.search.name ?? '', applied), alert: 'daily' },
    async submit(values) {
      await call(createSavedSearch, {}, { saved_search: { ...values, query } });
      onClose();
      notify('success', 'Search saved. View it in Saved Searches.', {
        href: '/saved_searches',
        text: 'Saved Searches',
      });
    },
  });
  return (
    <Modal
      title="Save this search"
      size="small"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={form.isSubmitting} onClick={form.onSubmit}>
            Save Search
          </Button>
        </>
      }
    >
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="muted">We'll tell you when new products match it.</p>
        <TextField label="Name" autoFocus autoComplete="off" {...form.field('name')} />
        <RadioField
          legend="Email me"
          name="alert"
          value={form.values.alert}
          onChange={(alert) => void form.setFieldValue('alert', alert)}
          options={alertOptions}
        />
        <FormError>{form.error}</FormError>
        {/* Enter submits. */}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
