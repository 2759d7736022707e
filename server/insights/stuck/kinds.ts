import { type Kind, parties } from './kind';
import { orderKinds } from './order-kinds';

const offersWaiting = (side: string, state: string): Kind => ({
  group: 'Offers',
  label: `Offers waiting for the ${side}`,
  advice: `Open an offer to find the ${side}'s email, then remind them. Unanswered offers expire.`,
  table: 'offers',
  where: `offers.state = '${state}' and offers.updated_at < now() - interval '24 hours'`,
  since: 'offers.updated_at',
  columns: `offers.offer_number as title, buyers.name || ' from ' || sellers.name as detail`,
  amount: '(select least(total_cents, 9007199254740991) from offer_totals where offer_id = offers.id)',
  link: { path: '/admin/insights?detail=offer-', key: 'offers.id', act: 'View Offer' },
  joins: parties('offers'),
});

/** Applicants are promised an answer within 24 hours; the last 6 are "near". */
const applications = (label: string, where: string): Kind => ({
  group: 'People',
  label,
  advice: 'Applicants are promised an answer within 24 hours. Approve or deny each one in Applications.',
  table: 'users',
  where: `users.status = 'provisional' and not users.admin and ${where}`,
  since: 'users.created_at',
  columns: `coalesce(buyers.name, sellers.name) as title, users.email::text as detail`,
  link: { path: '/admin/people/', key: 'users.id', act: 'View Applicant' },
  joins: 'left join buyers on buyers.id = users.buyer_id left join sellers on sellers.id = users.seller_id',
});

const imports = (label: string, detail: string, where: string): Kind => ({
  group: 'Imports',
  label,
  advice: 'Tell the seller, or help with the file.',
  table: 'imported_csvs',
  where,
  since: 'imported_csvs.updated_at',
  columns: `'Import ' || imported_csvs.id as title, sellers.name || ${detail} as detail`,
  link: { path: '/admin/sellers?seller=', key: 'sellers.id', act: 'View Seller' },
  joins: 'join sellers on sellers.id = imported_csvs.seller_id',
});

export const KINDS: Readonly<Record<string, Kind>> = {
  'offers-waiting-for-sellers': offersWaiting('seller', 'seller_review'),
  'offers-waiting-for-buyers': offersWaiting('buyer', 'buyer_review'),
  'applications-near-24-h': applications(
    'Applications due within 6 hours',
    `users.created_at < now() - interval '18 hours' and users.created_at >= now() - interval '24 hours'`,
  ),
  'applications-over-24-h': applications(
    'Applications over 24 hours',
    `users.created_at < now() - interval '24 hours'`,
  ),
  'products-incomplete': {
    group: 'Products',
    label: 'Incomplete products',
    advice: "Buyers see these only once they're complete. Add what's missing, or ask the seller.",
    table: 'products',
    where: 'products.provisional and products.deleted_at is null',
    since: 'products.created_at',
    columns: 'products.name as title, sellers.name as detail',
    link: { path: '/dashboard/edit_product/', key: 'products.id', act: 'Edit Product' },
    joins: 'join sellers on sellers.id = products.seller_id',
  },
  'imports-failed': imports(
    'Failed imports',
    `coalesce(': ' || imported_csvs.error, '')`,
    `imported_csvs.status = 'failed'`,
  ),
  'imports-standing': imports(
    'Imports without progress for 10 minutes',
    `': ' || done_rows || ' of ' || total_rows || ' rows'`,
    `imported_csvs.status in ('pending', 'importing')
      and imported_csvs.updated_at < now() - interval '10 minutes'`,
  ),
  'mails-undelivered': {
    group: 'Emails',
    label: 'Undelivered emails',
    advice: 'We keep trying. If an email has failed several times, check its address.',
    table: 'mails',
    where: `sent_at is null and (attempts > 0 or created_at < now() - interval '1 minute')`,
    since: 'created_at',
    columns: `subject as title, recipient || coalesce(': ' || last_error, '') as detail`,
  },
  ...orderKinds,
};
