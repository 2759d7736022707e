import '../page/shared';
import { authModal } from '../../server/accounts/contract';
import { releaseNotesModal } from '../../server/notices/contract';
import { cartDrawer } from '../../server/offers/contract';
import { alerts, userMenu } from '../../server/pages/contract';
import Alerts from '../alerts';
import AuthModal from '../auth-modal';
import { fill } from '../browser/island';
import CartDrawer from '../cart-drawer';
import ReleaseNotesModal from '../release-notes-modal';
import UserMenu from '../user-menu';

export const islands = [
  fill(alerts, Alerts),
  fill(userMenu, UserMenu),
  fill(releaseNotesModal, ReleaseNotesModal),
  fill(cartDrawer, CartDrawer),
  fill(authModal, AuthModal),
];
