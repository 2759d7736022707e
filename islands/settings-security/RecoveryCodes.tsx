import { notify } from '../browser/alerts';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

async function copy(codes: readonly string[]) {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    notify('success', 'Recovery codes copied.');
  } catch {
    notify('error', 'The codes could not be copied. Select them and copy them by hand.');
  }
}

/** Shown once: only their digests are stored. */
export function RecoveryCodes({ codes, onClose }: Props) {
  return (
    <Modal
      title="Save your recovery codes"
      open
      size="small"
      dismissable={false}
      onClose={onClose}
      footer={
        <>
          <Button icon="copy" onClick={() => void copy(codes)}>
            Copy Codes
          </Button>
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>Each code signs you in once when you don't have your phone. You won't see them again.</p>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
    </Modal>
  );
}
