import { endpoint } from '../contract/endpoint';
import { boolean, email, object, paged, REQUIRED, requiredText } from '../contract/fields';
import { island } from '../contract/island';

export const contactForm = object({
  name: requiredText(200),
  email: email().required(REQUIRED),
  subject: requiredText(200),
  message: requiredText(5_000),
});

export const contact = endpoint<object>()(
  'POST /contact_us',
  object({ contact_us: contactForm.required() }).meta({ root: 'contact_us' }),
);

export interface ReleaseNote {
  id: number;
  body: string;
  buyer: boolean;
  seller: boolean;
  created_at: string;
}

const FOR_WHOM = 'Is this note for buyers, sellers, or both?';

export const releaseNoteForm = object({
  body: requiredText(5_000),
  buyer: boolean()
    .default(false)
    .test('for-whom', FOR_WHOM, (forBuyers, { parent }) =>
      Boolean(forBuyers || (parent as { seller?: boolean }).seller),
    ),
  seller: boolean().default(false),
});

export const createReleaseNote = endpoint<ReleaseNote>()(
  'POST /release_notes',
  object({ release_notes: releaseNoteForm.required() }).meta({ root: 'release_notes' }),
);
export const listReleaseNotes = endpoint<{ release_notes: (ReleaseNote & { dismissed: number })[] }>()(
  'GET /release_notes',
  null,
  paged(),
);
export const dismissReleaseNotes = endpoint<object>()('PUT /release_notes/dismiss');

export const contactUs = island<{ name: string; email: string }>('contact-us');
export const releaseNotesModal = island<{ notes: { id: number; created_at: string; body: string }[] }>(
  'release-notes-modal',
);
export const releaseNotes = island<{ notes: (ReleaseNote & { dismissed: number })[] }>('release-notes');
