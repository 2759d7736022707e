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
    notify('success', 'Signing secret copied.');
  } catch {
    notify('error', 'The signing secret could not be copied. Select it and copy it by hand.');
  }
}

/** Shown once. */
export const SigningSecretDialog = ({ title, secret, onClose }: Props) => (
  <Modal
    title={title}
    open
    size="small"
    dismissable={false}
    onClose={onClose}
    footer={
      <>
        <Button icon="copy" onClick={() => void copy(secret)}>
          Copy Secret
        </Button>
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </>
    }
  >
    <div className="stack">
      <p>Copy your signing secret now. You won't see it again.</p>
      <code className="secret-key">{secret}</code>
      <p className="muted small">
        Verify each message with it. Messages are signed as <a href="/api/docs#webhooks">Standard Webhooks</a>{' '}
        says.
      </p>
    </div>
  </Modal>
);
