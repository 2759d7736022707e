import { email, object, paged, REQUIRED, requiredText, string, text } from '../../contract/fields';
import { userStatuses } from '../contract';
import { buyerCategories, sellerCategories } from './contract';

const INVALID_CATEGORY = 'Invalid category';

const category = (among: readonly string[]) => string().required(REQUIRED).oneOf(among, INVALID_CATEGORY);

export const buyerApplicationForm = object({
  full_name: requiredText(200),
  email: email().required(REQUIRED),
  buyer_name: requiredText(200),
  buyer_category: category(buyerCategories),
});

export const sellerApplicationForm = object({
  seller_name: requiredText(200),
  email: email().required(REQUIRED),
  seller_category: category(sellerCategories),
});

const anyText = () => string().max(1_000);

export const applyBody = object({
  profile: object({
    full_name: anyText(),
    email: anyText(),
    buyer_name: anyText(),
    buyer_category: anyText(),
    seller_name: anyText(),
    seller_category: anyText(),
  }).required(),
}).meta({ root: 'profile' });

export const listApplicationsQuery = paged().shape({
  query: text(200),
  status: string().oneOf([...userStatuses, '']),
});
