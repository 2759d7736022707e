import type { SavedSearchRow, WantListRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { membersWith } from '../accounts/trade-contacts';
import { isActive } from '../contract/account-status';
import { dollars, formatUnits } from '../contract/money';
import { savedSearchTopic, wantListTopic } from '../contract/notification-kinds';
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

export interface WantedSection {
  /** All that want the products. */
  readonly lists: readonly Pick<WantListRow, 'id' | 'name'>[];
  readonly products: readonly CardRow[];
}

/** What one mail tells of. */
interface AlertNews {
  readonly wanted: readonly WantedSection[];
  /** How many wants their products are for. */
  readonly wants: number;
  readonly searches: readonly NewsSection[];
}

const productsOf = (sections: readonly { readonly products: readonly CardRow[] }[]) =>
  sections.flatMap(({ products }) => products);

/** `12 of your wants are listed`, `5 new: Home`, `12 wanted, 5 new: Home`. */
function subjectOf({ wants, searches }: AlertNews) {
  if (searches.length === 0)
    return wants === 1 ? '1 of your wants is listed' : `${formatUnits(wants)} of your wants are listed`;
  const [first] = searches;
  const before = wants > 0 ? `${formatUnits(wants)} wanted, ` : '';
  const news = `${before}${countOf(productsOf(searches))} new`;
  if (first && searches.length === 1) return subjectWith(first.search.name, (shown) => `${news}: ${shown}`);
  return `${news} in ${searches.length} of your searches`;
}

const unsubscribePath = (tx: Tx, userId: number, topic: string) =>
  `/unsubscribe/${unsubscribeToken(tx.config, { userId, topics: [topic] })}`;

const sectionOf = (tx: Tx, userId: number, { search, products }: NewsSection, shown: number) => ({
  search: search.name,
  products: products.slice(0, shown).map(cardOf),
  more: Math.max(0, products.length - shown),
  path: searchAddress(readQuery(search.query), search.id),
  unsubscribePath: unsubscribePath(tx, userId, savedSearchTopic(search.id)),
});

const wantedOf = (tx: Tx, userId: number, { lists, products }: WantedSection, shown: number) => ({
  lists: lists.map(({ id, name }) => ({
    name,
    path: `/want_lists/${id}`,
    unsubscribePath: unsubscribePath(tx, userId, wantListTopic(id)),
  })),
  products: products.slice(0, shown).map(cardOf),
  more: Math.max(0, products.length - shown),
});

const listsOf = (wanted: readonly WantedSection[]) => [
  ...new Map(wanted.flatMap(({ lists }) => lists).map((list) => [list.id, list])).values(),
];

/** Mails about wants are of the kind `favorites`, which some people have turned off. */
async function silent(tx: Tx, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const choices = await tx('notification_choices')
    .whereIn('user_id', [...userIds])
    .where({ kind: 'favorites', email: 'off' })
    .select('user_id');
  return new Set(choices.map(({ user_id }) => user_id));
}

type Addressee = Awaited<ReturnType<typeof membersWith>>[number];

function alertMail(tx: Tx, person: Addressee, news: AlertNews) {
  const { wanted, searches } = news;
  const lists = listsOf(wanted);
  const [list, search] = [lists[0], searches[0]?.search];
  const products = [...productsOf(wanted), ...productsOf(searches)];
  const shown = Math.max(1, Math.floor(MAX_SHOWN / (wanted.length + searches.length)));
  const subject = list ? `want-list:${list.id}` : `saved-search:${search?.id}`;
  return {
    to: person.email,
    subject: subjectOf(news),
    view: 'saved_search_news',
    eventKey: `${subject}:${person.id}:${products[0]?.id}`,
    unsubscribes: {
      userId: person.id,
      topics: [
        ...lists.map(({ id }) => wantListTopic(id)),
        ...searches.map((section) => savedSearchTopic(section.search.id)),
      ],
    },
    locals: {
      name: person.full_name,
      wanted: wanted.map((section) => wantedOf(tx, person.id, section, shown)),
      sections: searches.map((section) => sectionOf(tx, person.id, section, shown)),
      preview: previewOf(products),
      why: whyOf(news),
    },
  };
}

function whyOf({ wanted, searches }: AlertNews) {
  if (wanted.length === 0) return 'you saved these searches and chose to get emails about them';
  return searches.length === 0
    ? 'you made these want lists and chose to get emails about them'
    : 'you made these want lists and searches and chose to get emails about them';
}

/**
 * To every active person of the buyer; `searches` is for those who get no mails about wants. No product is twice in the
 * news of a search or a want, so that one names the mail.
 */
export async function sendAlertMail(
  tx: Tx,
  buyer_id: number,
  news: AlertNews,
  searches: readonly NewsSection[],
): Promise<void> {
  const people = (await membersWith(tx, { kind: 'buyer', id: buyer_id }, 'offers:write')).filter(isActive);
  const isSilent =
    news.wanted.length > 0
      ? await silent(
          tx,
          people.map(({ id }) => id),
        )
      : new Set<number>();
  const mails = people.flatMap((person) => {
    const told = isSilent.has(person.id) ? { wanted: [], wants: 0, searches } : news;
    return told.wanted.length + told.searches.length > 0 ? [alertMail(tx, person, told)] : [];
  });
  await deliverAll(tx, mails);
}
