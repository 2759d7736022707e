import * as Turbo from '@hotwired/turbo';
import { ignoreCanceledVisits } from './browser/canceled-visit';
import { watchMenu } from './browser/header-menu';
import { watchHeader } from './browser/header-scroll';
import { startStreams } from './live/cable';
import { leaveFocusAlone } from './live/stream-focus';
import { islands } from './registry';
import { mount } from './runtime/mount';
import { watchCountdown } from './ui/countdown';

// Form submissions are ours.
// For links with data-turbo-method, which Turbo submits by a form of its own.
Turbo.config.forms.mode = 'optin';

// The first response's policy stays in force over Turbo's visits, and so must its nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
document.addEventListener('turbo:render', () => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
  if (meta && nonce) meta.content = nonce;
});

ignoreCanceledVisits();
leaveFocusAlone(Turbo.session.streamMessageRenderer);

mount(islands);
watchHeader();
watchMenu();
watchCountdown();
startStreams();
