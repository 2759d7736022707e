import { createSavedSearch, type SavedQuery } from '../../server/sourcing/contract';
import { newSavedSearchForm } from '../../server/sourcing/form-schema';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { RadioField } from '../forms/choice-field';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';
import { alertOptions } from '../sourcing/alert-options';
import type { Applied } from './filters';
import { suggestName } from './search-name';

export interface SaveSearchDialogProps {
  query: SavedQuery;
  applied: readonly Applied[];
  onClose: () => void;
}

export const SaveSearchDialog = ({ query, applied, onClose }: SaveSearchDialogProps) => (
  <FormDialog
    title="Save this search"
    schema={newSavedSearchForm}
    initial={{ name: suggestName(query.search.name ?? '', applied), alert: 'daily' }}
    confirm="Save Search"
    onClose={onClose}
    send={async (values) => {
      await call(createSavedSearch, {}, { saved_search: { ...values, query } });
      notify('success', 'Search saved. View it in Saved Searches.', {
        href: '/saved_searches',
        text: 'Saved Searches',
      });
      return undefined;
    }}
  >
    {(form) => (
      <>
        <p className="muted">We'll tell you when new products match it.</p>
        <TextField label="Name" autoFocus autoComplete="off" {...form.field('name')} />
        <RadioField
          legend="Email me"
          name="alert"
          value={form.values.alert}
          onChange={(alert) => void form.setFieldValue('alert', alert)}
          options={alertOptions}
        />
      </>
    )}
  </FormDialog>
);
