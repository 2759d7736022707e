import * as Turbo from '@hotwired/turbo';
import { clearOtherAccounts } from './browser/account-store';
import { ignoreCanceledVisits } from './browser/canceled-visit';
import { watchErrors } from './browser/error-reports';
import { watchHeader, watchMenu } from './browser/header';
import { leaveInPageLinks } from './browser/in-page-links';
import { followSignOuts } from './browser/session-change';
import { watchSlash } from './browser/slash';
import { startStreams } from './live/cable';
import { leaveFocusAlone } from './live/stream-focus';
import { islands } from './registry';
import { mount } from './runtime/mount';
import { showProofQuestions, showQuestions } from './runtime/questions';
import { watchCountdown } from './ui/countdown';

// Islands submit their own forms; data-turbo-method links still use Turbo's.
Turbo.config.forms.mode = 'optin';

// Turbo keeps the first response's content security policy, so its nonce stays valid.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
document.addEventListener('turbo:render', () => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
  if (meta && nonce) meta.content = nonce;
});

watchErrors();
ignoreCanceledVisits();
leaveInPageLinks();
leaveFocusAlone(Turbo.session.streamMessageRenderer);
clearOtherAccounts();
followSignOuts();

mount(islands);
showQuestions();
showProofQuestions();
watchHeader();
watchMenu();
watchSlash();
watchCountdown();
startStreams();
