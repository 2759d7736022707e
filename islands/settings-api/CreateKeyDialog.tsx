import { createApiKey, type NewSecret } from '../../server/accounts/keys/contract';
import { capabilityLines, hasLimits, KEY_DAYS } from '../../server/accounts/keys/rules';
import { createKeyBody } from '../../server/accounts/keys/schema';
import { keyCapabilities } from '../../server/contract/capabilities';
import { call } from '../browser/api';
import { CheckField } from '../forms/choice-field';
import { SelectField, TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { FormModal } from '../forms/form-modal';
import { LimitFields } from '../forms/limit-fields';

interface Props {
  kind: 'buyer' | 'seller';
  onMade: (made: NewSecret) => void;
  onClose: () => void;
}

const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
];

const initial = {
  name: '',
  capabilities: [] as string[],
  expires_in_days: KEY_DAYS,
  order_limit_cents: null as number | null | undefined,
  month_limit_cents: null as number | null | undefined,
};

export function CreateKeyDialog({ kind, onMade, onClose }: Props) {
  const form = useForm({
    schema: createKeyBody,
    initial,
    submit: async (values) => onMade(await call(createApiKey, {}, values)),
  });
  const { values, setFieldValue, field } = form;
  /** What writes has to read, too: choosing one chooses the other, which can be taken back. */
  const choose = (capability: string, isChosen: boolean) => {
    const read = capability.replace(':write', ':read');
    void setFieldValue(
      'capabilities',
      keyCapabilities[kind].filter((one) =>
        one === capability || (isChosen && one === read) ? isChosen : values.capabilities.includes(one),
      ),
    );
  };
  const problem = field('capabilities').error;
  return (
    <FormModal title="Create an API key" confirm="Create Key" size="medium" form={form} onClose={onClose}>
      <TextField
        label="Name"
        note="Partners can see this name on purchase orders."
        autoComplete="off"
        maxLength={60}
        autoFocus
        {...field('name')}
      />
      <fieldset className="fieldset" aria-describedby={problem ? 'capabilities-error' : undefined}>
        <legend>Capabilities</legend>
        <div className="key-capabilities">
          {keyCapabilities[kind].map((capability) => (
            <CheckField
              key={capability}
              name={capability}
              label={
                <>
                  <code>{capability}</code> <span className="muted small">{capabilityLines[capability]}</span>
                </>
              }
              checked={values.capabilities.includes(capability)}
              onChange={(isChosen) => choose(capability, isChosen)}
            />
          ))}
        </div>
        {problem && (
          <span className="error" id="capabilities-error">
            {problem}
          </span>
        )}
      </fieldset>
      {hasLimits(kind) && <LimitFields form={form} />}
      <SelectField label="Expires after" options={LIVES} {...field('expires_in_days')} />
    </FormModal>
  );
}
