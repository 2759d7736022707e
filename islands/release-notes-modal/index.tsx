import { useState } from 'react';
import { currentUser } from '../../server/accounts/contract';
import { dismissReleaseNotes } from '../../server/notices/contract';
import { call } from '../browser/api';
import { pageValue } from '../browser/store';
import { Button } from '../ui/button';
import { usePreloaded } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { type Note, NoteSection } from './NoteSection';

const loadNotes = async (): Promise<Note[]> => (await call(currentUser, {})).user?.release_notes ?? [];

// Hides dismissed notes on the next page even before the server has stored it.
const memory = () => pageValue('release notes', () => ({ dismissed: false }));

export default function ReleaseNotesModal({ notes: given }: { notes?: Note[] }) {
  const [notes = []] = usePreloaded(given, loadNotes);
  const [closed, setClosed] = useState(() => memory().dismissed);
  const open = notes.length > 0 && !closed;
  function close() {
    memory().dismissed = true;
    setClosed(true);
    // Ignored: notes that were not dismissed are shown again.
    call(dismissReleaseNotes, {}, {}).catch(() => undefined);
  }
  return (
    <Modal
      title="New Features!"
      open={open}
      onClose={close}
      footer={
        <Button tone="primary" onClick={close}>
          Got it
        </Button>
      }
    >
      {notes.map((note) => (
        <NoteSection key={note.id} {...note} />
      ))}
    </Modal>
  );
}
