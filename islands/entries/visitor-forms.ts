import '../page/shared';
import { buyerApplication, sellerApplication } from '../../server/accounts/applications/contract';
import { magicSignInSpot, signIn, signUp } from '../../server/accounts/contract';
import { createPassword, forgotPassword, resetPasswordForm } from '../../server/accounts/passwords/contract';
import { contactUs } from '../../server/notices/contract';
import { fill } from '../browser/island';
import BuyerApplication from '../buyer-application';
import ContactUs from '../contact-us';
import CreatePassword from '../create-password';
import ForgotPassword from '../forgot-password';
import MagicSignIn from '../magic-sign-in';
import ResetPassword from '../reset-password';
import SellerApplication from '../seller-application';
import SignIn from '../sign-in';
import SignUp from '../sign-up';

export const islands = [
  fill(signIn, SignIn),
  fill(signUp, SignUp),
  fill(buyerApplication, BuyerApplication),
  fill(sellerApplication, SellerApplication),
  fill(forgotPassword, ForgotPassword),
  fill(resetPasswordForm, ResetPassword),
  fill(createPassword, CreatePassword),
  fill(magicSignInSpot, MagicSignIn),
  fill(contactUs, ContactUs),
];
