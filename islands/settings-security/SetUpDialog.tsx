import { type FactorSetup, turnOnFactor } from '../../server/accounts/security/contract';
import { proofForm } from '../../server/accounts/security/schema';
import { call } from '../browser/api';
import { useForm } from '../forms/form';
import { FormModal } from '../forms/form-modal';
import { ProofField } from '../forms/proof-field';

interface Props {
  setup: FactorSetup;
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}

const inFours = (secret: string) => secret.replace(/.{4}(?!$)/g, '$& ');

export function SetUpDialog({ setup, onClose, onDone }: Props) {
  const form = useForm({
    schema: proofForm('code'),
    initial: { code: '' },
    submit: async (proof) => onDone((await call(turnOnFactor, {}, proof)).recovery_codes),
  });
  // A wrong code is said at its field.
  const shown = { ...form, error: form.field('code').error ? null : form.error };
  return (
    <FormModal
      title="Set up your authenticator app"
      confirm="Turn On"
      form={shown}
      disabled={!form.ready}
      onClose={onClose}
    >
      <p>Scan this code, then enter the 6 digits</p>
      <img
        className="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
        alt="QR code for your authenticator app"
        width={200}
        height={200}
      />
      <p className="small">
        Can't scan it? <a href={setup.otpauth_url}>Open your authenticator app</a> on this device, or enter
        this key in it: <code className="secret-key">{inFours(setup.secret)}</code>
      </p>
      <ProofField method="code" {...form.field('code')} autoFocus />
    </FormModal>
  );
}
