import { familiesFor } from '../../server/events/rules';
import {
  changeWebhook,
  createWebhook,
  type NewWebhookSecret,
  type WebhookDocument,
} from '../../server/events/webhooks/contract';
import { createWebhookBody } from '../../server/events/webhooks/schema';
import { call } from '../browser/api';
import { CheckField } from '../forms/choice-field';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { FormModal } from '../forms/form-modal';

export interface EndpointDialogProps {
  kind: 'buyer' | 'seller';
  /** null: a new one. */
  webhook: WebhookDocument | null;
  onMade: (made: NewWebhookSecret | null) => void;
  onClose: () => void;
}

export function EndpointDialog({ kind, webhook, onMade, onClose }: EndpointDialogProps) {
  const form = useForm({
    schema: createWebhookBody,
    initial: { url: webhook?.url ?? '', types: [...(webhook?.types ?? [])] },
    submit: async (values) => {
      if (!webhook) return onMade(await call(createWebhook, {}, values));
      await call(changeWebhook, { id: webhook.id }, values);
      onMade(null);
    },
  });
  const { values, setFieldValue, field } = form;
  const families = familiesFor(kind);
  const single = values.types.filter((type) => !families.some(({ pattern }) => pattern === type));
  const options = [...families, ...single.map((type) => ({ pattern: type, label: type }))];
  const choose = (pattern: string, isChosen: boolean) =>
    void setFieldValue(
      'types',
      isChosen ? [...values.types, pattern] : values.types.filter((type) => type !== pattern),
    );
  return (
    <FormModal
      title={webhook ? 'Edit the endpoint' : 'Add an endpoint'}
      confirm={webhook ? 'Save' : 'Add Endpoint'}
      // The address has its error beside it.
      form={{ ...form, error: field('url').error ? null : form.error }}
      onClose={onClose}
    >
      <TextField
        label="Endpoint URL"
        note="A public https address that answers within 20 seconds."
        autoComplete="off"
        autoFocus
        {...field('url')}
      />
      <fieldset className="fieldset" aria-describedby="endpoint-events-hint">
        <legend>Events</legend>
        <span className="hint" id="endpoint-events-hint">
          Leave all unchecked to get every event.
        </span>
        <div className="key-capabilities">
          {options.map(({ pattern, label }) => (
            <CheckField
              key={pattern}
              name={pattern}
              label={label}
              checked={values.types.includes(pattern)}
              onChange={(isChosen) => choose(pattern, isChosen)}
            />
          ))}
        </div>
      </fieldset>
    </FormModal>
  );
}
