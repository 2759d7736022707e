import { endpoint } from '../contract/endpoint';
import { island } from '../contract/island';
export const contact = endpoint<object>()('POST /contact_us');

export interface ReleaseNote {
  id: number;
  body: string;
  buyer: boolean;
  seller: boolean;
  created_at: string;
}

export const createReleaseNote = endpoint<ReleaseNote>()('POST /release_notes');
export const listReleaseNotes = endpoint<{ release_notes: (ReleaseNote & { dismissed: number })[] }>()(
  'GET /release_notes',
);
export const dismissReleaseNotes = endpoint<object>()('PUT /release_notes/dismiss');

export const contactUs = island<{ name: string; email: string }>('contact-us');
export const releaseNotesModal = island<{ notes: { id: number; created_at: string; body: string }[] }>(
  'release-notes-modal',
);
export const releaseNotes = island<{ notes: (ReleaseNote & { dismissed: number })[] }>('release-notes');
