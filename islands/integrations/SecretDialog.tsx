import type { ReactNode } from 'react';
import { notify } from '../browser/alerts';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

const words = {
  key: { name: 'key', copy: 'Copy Key', copied: 'Key copied.' },
  webhook: { name: 'signing secret', copy: 'Copy Secret', copied: 'Signing secret copied.' },
} as const;

interface Props {
  of: keyof typeof words;
  title: string;
  secret: string;
  /** What it is for. */
  children: ReactNode;
  onClose: () => void;
}

/** Of a secret that can't be shown again, so only `Done` closes it. */
export function SecretDialog({ of, title, secret, children, onClose }: Props) {
  const { name, copy, copied } = words[of];
  async function copySecret() {
    try {
      await navigator.clipboard.writeText(secret);
      notify('success', copied);
    } catch {
      notify('error', `The ${name} couldn't be copied. Select it and copy it yourself.`);
    }
  }
  return (
    <Modal
      title={title}
      open
      size="small"
      dismissable={false}
      onClose={onClose}
      footer={
        <>
          <Button icon="copy" onClick={() => void copySecret()}>
            {copy}
          </Button>
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>Copy your {name} now. You won't see it again.</p>
        <code className="secret-key">{secret}</code>
        <p className="muted small">{children}</p>
      </div>
    </Modal>
  );
}

interface SigningSecretProps {
  title: string;
  secret: string;
  onClose: () => void;
}

export const SigningSecretDialog = (props: SigningSecretProps) => (
  <SecretDialog of="webhook" {...props}>
    Use it to check that a message comes from us. Signatures follow{' '}
    <a href="/api/docs#webhooks">Standard Webhooks</a>.
  </SecretDialog>
);
