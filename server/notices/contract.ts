import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
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

export const contactUs: Island<{ name: string; email: string }> = { id: 'contact-us' };
export const releaseNotesModal: Island<{ notes: { id: number; created_at: string; body: string }[] }> = {
  id: 'release-notes-modal',
};
export const releaseNotes: Island<{ notes: (ReleaseNote & { dismissed: number })[] }> = {
  id: 'release-notes',
};
