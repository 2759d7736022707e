import { mayHoldContacts } from '../../server/messages/rules';

export const hiddenFrom = (name: string) =>
  `Contact details are hidden from ${name} until the order is paid.`;

/** Below a text that the counterparty will read with contact details hidden. */
export const contactsNote = (text: string, name: string): string | null =>
  text !== '' && mayHoldContacts(text, location.hostname) ? hiddenFrom(name) : null;
