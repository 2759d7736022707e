import { notify } from '../browser/alerts';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

interface Props {
  title: string;
  secret: string;
  onClose: () => void;
}

async function copy(secret: string) {
  try {
    await navigator.clipboard.writeText(secret);
    notify('success', 'Key copied.');
  } catch {
    notify('error', 'The key could not be copied. Select it and copy it by hand.');
  }
}

/** Shown once: only the digest is stored. */
export const SecretDialog = ({ title, secret, onClose }: Props) => (
  <Modal
    title={title}
    open
    size="small"
    dismissable={false}
    onClose={onClose}
    footer={
      <>
        <Button icon="copy" onClick={() => void copy(secret)}>
          Copy Key
        </Button>
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </>
    }
  >
    <div className="stack">
      <p>Copy your key now. You won't see it again.</p>
      <code className="secret-key">{secret}</code>
      <p className="muted small">
        Send it with each call as <code>Authorization: Bearer</code>. Anyone who has it can do all that the
        key can.
      </p>
    </div>
  </Modal>
);
