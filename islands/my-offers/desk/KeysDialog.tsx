import { readAccountValue, writeAccountValue } from '../../browser/account-store';
import { Button } from '../../ui/button';
import { Icon, type IconName } from '../../ui/icon';
import { Modal } from '../../ui/modal';
import { KEYS_IN_LIST } from './use-keys';

const KEYS: readonly { keys: readonly string[]; text: string; seller?: true }[] = [
  { keys: ['j', 'Down'], text: 'Next offer' },
  { keys: ['k', 'Up'], text: 'Previous offer' },
  { keys: ['Enter'], text: 'Open the offer' },
  { keys: ['Esc'], text: 'Back to the list' },
  { keys: ['a'], text: 'Accept' },
  { keys: ['c'], text: 'Counter: go to the first price' },
  { keys: ['Ctrl', 'Enter'], text: 'Send the counter, from its fields' },
  { keys: ['r'], text: 'Reject' },
  { keys: ['m'], text: 'Message' },
  { keys: ['x'], text: 'Select for a bulk answer', seller: true },
  { keys: ['?'], text: 'Show these shortcuts' },
];

export function KeysDialog({ isSeller, onClose }: { isSeller: boolean; onClose: () => void }) {
  return (
    <Modal
      title="Keyboard shortcuts"
      open
      onClose={onClose}
      size="small"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p className="muted small">They work while no field has the focus.</p>
      <label className="choice small">
        <input
          type="checkbox"
          defaultChecked={readAccountValue<true>(KEYS_IN_LIST) === true}
          onChange={({ target }) => writeAccountValue(KEYS_IN_LIST, target.checked || null)}
        />
        Only while the focus is in the list
      </label>
      <dl className="key-list">
        {KEYS.filter(({ seller }) => isSeller || !seller).map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((name) => (
                <kbd key={name}>
                  <Key name={name} />
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

/** Drawn: the keys show no letters. */
const ARROWS: Readonly<Record<string, IconName>> = { Down: 'chevron-down', Up: 'chevron-up' };

function Key({ name }: { name: string }) {
  const arrow = ARROWS[name];
  if (!arrow) return name;
  return (
    <>
      <Icon name={arrow} />
      <span className="visually-hidden">{name}</span>
    </>
  );
}
