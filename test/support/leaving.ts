import type { Page } from 'playwright-core';

/** Answers the one question that is asked before unsaved changes are lost. */
export async function answerLeaving(page: Page, answer: 'Keep Editing' | 'Leave Without Saving') {
  const question = page.getByRole('dialog', { name: 'Leave without saving your changes?' });
  await question.getByRole('button', { name: answer }).click();
  await question.waitFor({ state: 'detached' });
}
