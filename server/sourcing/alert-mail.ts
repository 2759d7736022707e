import type { SavedSearchRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { membersWith } from '../accounts/trade-contacts';
import { isActive } from '../contract/account-status';
import { dollars } from '../contract/money';
import { savedSearchTopic } from '../contract/notification-kinds';
import { subjectWith } from '../mail/lines';
import { deliverAll } from '../mail/mailer';
import { unsubscribeToken } from '../mail/unsubscribe-token';
import { productAddress } from '../products/contract';
import type { CardRow } from '../search/search';
import { publicUrl } from '../storage/keys';
import { MAX_NEWS } from './news';
import { readQuery } from './schema';
import { searchAddress } from './search-address';

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

export interface NewsSection {
  readonly search: Pick<SavedSearchRow, 'id' | 'name' | 'query'>;
  readonly products: readonly CardRow[];
}

type Sections = readonly NewsSection[];

function subjectOf(sections: Sections, products: readonly CardRow[]) {
  const [first] = sections;
  if (first && sections.length === 1)
    return subjectWith(first.search.name, (shown) => `${countOf(products)} new: ${shown}`);
  return `${countOf(products)} new in ${sections.length} of your searches`;
}

const sectionOf = (tx: Tx, userId: number, { search, products }: NewsSection, shown: number) => {
  const topics = [savedSearchTopic(search.id)];
  return {
    search: search.name,
    products: products.slice(0, shown).map(cardOf),
    more: Math.max(0, products.length - shown),
    path: searchAddress(readQuery(search.query), search.id),
    unsubscribePath: `/unsubscribe/${unsubscribeToken(tx.config, { userId, topics })}`,
  };
};

/** To every active person of the buyer. No product is twice in the news of a search, so that one names the mail. */
export async function sendAlertMail(tx: Tx, buyer_id: number, sections: Sections): Promise<void> {
  const people = await membersWith(tx, { kind: 'buyer', id: buyer_id }, 'offers:write');
  const products = sections.flatMap((section) => section.products);
  const shown = Math.max(1, Math.floor(MAX_SHOWN / sections.length));
  const topics = sections.map(({ search }) => savedSearchTopic(search.id));
  await deliverAll(
    tx,
    people.filter(isActive).map((person) => ({
      to: person.email,
      subject: subjectOf(sections, products),
      view: 'saved_search_news',
      eventKey: `saved-search:${sections[0]?.search.id}:${person.id}:${products[0]?.id}`,
      unsubscribes: { userId: person.id, topics },
      locals: {
        name: person.full_name,
        sections: sections.map((section) => sectionOf(tx, person.id, section, shown)),
        preview: previewOf(products),
        why: 'you saved these searches and chose to get emails about them',
      },
    })),
  );
}
