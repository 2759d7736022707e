import { boolean, email, object, REQUIRED, requiredText } from '../contract/fields';

export const contactForm = object({
  name: requiredText(200),
  email: email().required(REQUIRED),
  subject: requiredText(200),
  message: requiredText(5_000),
});

export const contactBody = object({ contact_us: contactForm.required() }).meta({ root: 'contact_us' });

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

export const createReleaseNoteBody = object({ release_notes: releaseNoteForm.required() }).meta({
  root: 'release_notes',
});
