import type { SavedSearchRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { isActive } from '../contract/account-status';
import { dollars } from '../contract/money';
import { savedSearchTopic } from '../contract/notification-kinds';
import { subjectWith } from '../mail/lines';
import { deliverAll } from '../mail/mailer';
import { unsubscribeToken } from '../mail/unsubscribe-token';
import { productAddress } from '../products/address-contract';
import type { CardRow } from '../search/search';
import { publicUrl } from '../storage/keys';
import { searchAddress } from './address-contract';
import { MAX_NEWS } from './saved-search-contract';
import { readQuery } from './schema';

const MAX_SHOWN = 20;

const cardOf = ({
  id,
  seller_id,
  name,
  photo_1,
  seller_name,
  seller_price_cents,
  percent_off_msrp,
}: CardRow) => ({
  name,
  path: productAddress({ id, seller_id }),
  photo: photo_1 === null ? null : publicUrl(photo_1, 400),
  note: seller_name,
  text: seller_price_cents === null ? '' : dollars(seller_price_cents),
  below: percent_off_msrp ? `${percent_off_msrp}% off MSRP` : '',
});

/** `500+` where older news may be forgotten. */
const countOf = ({ length }: readonly CardRow[]) => (length >= MAX_NEWS ? `${MAX_NEWS}+` : String(length));

const previewOf = (products: readonly CardRow[]) =>
  products
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ');

type Search = Pick<SavedSearchRow, 'id' | 'buyer_id' | 'name' | 'query'>;

/** To every active person of the buyer. No product is twice in the news of a search, so that one names the mail. */
export async function sendAlertMail(tx: Tx, search: Search, products: readonly CardRow[]): Promise<void> {
  const { id, buyer_id, name } = search;
  const people = await tx('users').where({ buyer_id }).select('id', 'email', 'full_name', 'status');
  await deliverAll(
    tx,
    people.filter(isActive).map((person) => {
      const unsubscribes = { userId: person.id, topics: [savedSearchTopic(id)] };
      return {
        to: person.email,
        subject: subjectWith(name, (shown) => `${countOf(products)} new: ${shown}`),
        view: 'saved_search_news',
        eventKey: `saved-search:${id}:${person.id}:${products[0]?.id}`,
        unsubscribes,
        locals: {
          name: person.full_name,
          search: name,
          products: products.slice(0, MAX_SHOWN).map(cardOf),
          more: Math.max(0, products.length - MAX_SHOWN),
          preview: previewOf(products),
          path: searchAddress(readQuery(search.query), id),
          unsubscribePath: `/unsubscribe/${unsubscribeToken(tx.mailConfig, unsubscribes)}`,
          why: 'you saved this search and chose to get emails about it',
        },
      };
    }),
  );
}
