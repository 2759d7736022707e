import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { confirmIdentity, type ProofMethod } from '../../server/accounts/security/contract';
import { proofForm } from '../../server/accounts/security/schema';
import { call } from '../browser/api';
import { askedProof, type ProofQuestion, subscribeProof } from '../browser/proof-question';
import { useForm } from './form';
import { FormModal } from './form-modal';
import { OtherProof, ProofField } from './proof-field';

interface Props {
  methods: readonly ProofMethod[];
  onDone: (isConfirmed: boolean) => void;
}

/** In a root of its own, as any call may ask. It goes when the question is answered. */
export function showConfirmIdentity({ id, methods, answer }: ProofQuestion) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { identifierPrefix: 'proof-' });
  root.render(<ConfirmIdentityDialog key={id} methods={methods} onDone={answer} />);
  const stop = subscribeProof(() => {
    if (askedProof()?.id === id) return;
    stop();
    root.unmount();
    place.remove();
  });
}

/** Asks for a password or a code before a dangerous call, which its caller then repeats. */
function ConfirmIdentityDialog({ methods, onDone }: Props) {
  const [method, setMethod] = useState(methods[0] ?? 'password');
  return <Confirm key={method} method={method} onOther={setMethod} onDone={onDone} />;
}

interface ConfirmProps extends Pick<Props, 'onDone'> {
  method: ProofMethod;
  onOther: (method: ProofMethod) => void;
}

function Confirm({ method, onOther, onDone }: ConfirmProps) {
  const form = useForm({
    schema: proofForm(method),
    initial: { [method]: '' },
    submit: async (proof) => {
      await call(confirmIdentity, {}, proof);
      onDone(true);
    },
  });
  // A wrong proof is said at its field.
  const shown = { ...form, error: form.field(method).error ? null : form.error };
  return (
    <FormModal
      title="Confirm it's you"
      confirm="Continue"
      form={shown}
      disabled={!form.ready}
      onClose={() => onDone(false)}
    >
      <ProofField method={method} {...form.field(method)} autoFocus />
      <OtherProof method={method} onOther={onOther} />
    </FormModal>
  );
}
