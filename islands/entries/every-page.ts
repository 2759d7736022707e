import '../page/shared';
import { authModal } from '../../server/accounts/contract';
import { releaseNotesModal } from '../../server/notices/contract';
import { cartDrawer } from '../../server/offers/contract';
import { alerts, topNav, topNavAlternate, userMenu } from '../../server/pages/contract';
import Alerts from '../alerts';
import AuthModal from '../auth-modal';
import { fill } from '../browser/island';
import CartDrawer from '../cart-drawer';
import ReleaseNotesModal from '../release-notes-modal';
import TopNav from '../top-nav';
import AlternateTopNav from '../top-nav/alternate';
import UserMenu from '../user-menu';

export const islands = [
  fill(alerts, Alerts),
  fill(userMenu, UserMenu),
  fill(releaseNotesModal, ReleaseNotesModal),
  fill(cartDrawer, CartDrawer),
  fill(authModal, AuthModal),
  fill(topNav, TopNav),
  fill(topNavAlternate, AlternateTopNav),
];
