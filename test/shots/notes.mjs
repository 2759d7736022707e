/** Closes the notes that a person has not read yet. */
export async function closeNotes(page) {
  const gotIt = page.getByRole('button', { name: 'Got it' }).first();
  if (await gotIt.isVisible()) await gotIt.click();
}
