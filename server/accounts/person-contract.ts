import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
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
export const updatePerson = endpoint<PersonPage>()('PUT /admin/people/:id');

export const personSpot: Island<{ person: PersonPage }> = { id: 'person' };
