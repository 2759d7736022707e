import { createRoot } from 'react-dom/client';
import { askedProof, subscribeProof } from '../browser/proof-question';
import { askedQuestion, subscribeQuestion } from '../browser/unsaved-question';
import { ConfirmDialog } from '../ui/modal';

/** Shows questions in a root of their own: the guard of a page asks without an island. */
export function showQuestions() {
  const place = document.createElement('div');
  const root = createRoot(place, { identifierPrefix: 'question-' });
  subscribeQuestion(() => {
    const question = askedQuestion();
    // Turbo replaces the body with each page.
    if (question) document.body.append(place);
    root.render(
      question && (
        <ConfirmDialog
          key={question.id}
          title={question.title}
          open
          danger
          confirmLabel={question.yes}
          cancelLabel="Keep Editing"
          onConfirm={() => question.answer(true)}
          onCancel={() => question.answer(false)}
        >
          What you typed will be lost.
        </ConfirmDialog>
      ),
    );
  });
}

/** Asks for a proof where a dangerous call was refused; the dialog loads when it is first needed. */
export const showProofQuestions = () =>
  subscribeProof(() => {
    const question = askedProof();
    if (!question) return;
    import('../forms/confirm-identity-dialog').then(
      ({ showConfirmIdentity }) => askedProof() === question && showConfirmIdentity(question),
      () => question.answer(false),
    );
  });
