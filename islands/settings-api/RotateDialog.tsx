import { type ApiKeyDocument, type NewSecret, rotateApiKey } from '../../server/accounts/keys/contract';
import { rotateKeyBody } from '../../server/accounts/keys/schema';
import { call } from '../browser/api';
import { SelectField } from '../forms/field';
import { useForm } from '../forms/form';
import { FormModal } from '../forms/form-modal';

interface Props {
  apiKey: ApiKeyDocument;
  onMade: (made: NewSecret) => void;
  onClose: () => void;
}

const OVERLAPS = [
  { value: '0', label: 'Right away' },
  { value: '1', label: 'After 1 hour' },
  { value: '24', label: 'After 24 hours' },
  { value: '72', label: 'After 72 hours' },
];

export function RotateDialog({ apiKey, onMade, onClose }: Props) {
  const form = useForm({
    schema: rotateKeyBody,
    initial: { overlap_hours: 24 },
    submit: async (values) => onMade(await call(rotateApiKey, { id: apiKey.id }, values)),
  });
  return (
    <FormModal title={`Rotate ${apiKey.name}?`} confirm="Rotate Key" form={form} onClose={onClose}>
      <p>The new secret keeps the name, the capabilities and the limits.</p>
      <SelectField
        label="The current secret stops working"
        options={OVERLAPS}
        note="Allow enough time to switch your software to the new secret."
        {...form.field('overlap_hours')}
      />
    </FormModal>
  );
}
