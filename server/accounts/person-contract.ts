import { endpoint } from '../contract/endpoint';
import { boolean, object, string, text } from '../contract/fields';
import { island } from '../contract/island';
import type { UserKind, UserStatus } from './contract';

export interface PersonPage {
  id: number;
  kind: UserKind;
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

export const updatePerson = endpoint<PersonPage>()(
  'PUT /admin/people/:id',
  object({
    full_name: text(200),
    company: text(200),
    kind: string<'buyer' | 'seller'>().oneOf(['buyer', 'seller']),
    features: object({ shopify: boolean(), alternate_routes: boolean() }).default(undefined),
  }),
);

export const personSpot = island<{ person: PersonPage }>('person');
