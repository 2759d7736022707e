import { endpoint } from '../contract/endpoint';
import { boolean, object, string, text } from '../contract/fields';
import { island } from '../contract/island';
import type { UserStatus } from './contract';

export interface PersonPage {
  id: number;
  kind: 'buyer' | 'seller';
  email: string;
  full_name: string;
  company: string;
  category: string;
  status: UserStatus;
  created_at: string;
  features: { shopify: boolean; alternate_routes: boolean };
  history: { at: string; actor: string; action: string; before: unknown; after: unknown }[];
}

export const showPerson = endpoint<PersonPage>()('GET /admin/people/:id');

const corrections = {
  full_name: text(200),
  company: text(200),
  kind: string<'buyer' | 'seller'>().oneOf(['buyer', 'seller']),
};

export const personForm = object(corrections);

export const updatePerson = endpoint<PersonPage>()(
  'PUT /admin/people/:id',
  object({
    ...corrections,
    features: object({ shopify: boolean(), alternate_routes: boolean() }).default(undefined),
  }),
);

export const personSpot = island<{ person: PersonPage }>('person');
