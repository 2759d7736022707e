import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { apDigest, apEmailTopic } from '../accounts/company/ap-email';
import { dollars } from '../contract/money';
import { deliver } from '../mail/mailer';
import { unsubscribeToken } from '../mail/unsubscribe-token';
import type { OrderParties } from '../orders/parties';
import type { CreditMemoContent, InvoiceContent } from './pdf/content';
import { signShared } from './shared-token';

const labels = { invoice: 'Invoice', credit_memo: 'Credit memo' } as const;

/** To the buyer's address for accounts payable, if there is one. */
export async function mailToAccountsPayable(
  tx: Tx,
  { buyer_id: buyerId }: PurchaseOrderRow,
  {
    content,
    documentId,
    parties,
  }: {
    readonly content: InvoiceContent | CreditMemoContent;
    readonly documentId: number;
    readonly parties: OrderParties;
  },
) {
  const { ap_email: email, primary_user_id: userId } = parties;
  if (email === null || userId === null) return;
  const { number, kind, your_po, po_number, seller, buyer, total_cents } = content;
  const unsubscribes = { userId, topics: [apEmailTopic({ buyerId, email })] };
  const token = await signShared(tx.config, { documentId, recipient: apDigest(email) });
  const replaces = content.kind === 'invoice' ? content.replaces : null;
  await deliver(tx, {
    to: email,
    subject: `${labels[kind]} ${number}${your_po ? ` (your PO ${your_po})` : ''}`,
    view: 'shared_document',
    eventKey: `accounts-payable:${documentId}`,
    unsubscribes,
    locals: {
      sentence:
        kind === 'invoice'
          ? `${buyer} paid ${seller} ${dollars(total_cents)} for ${po_number}.`
          : `${seller} credited ${dollars(total_cents)} to ${buyer} for ${po_number}.`,
      preview: `${seller}, ${dollars(total_cents)}`,
      facts: [
        ['Number', number],
        ...(replaces ? [['Replaces', replaces]] : []),
        ...(your_po ? [['Your PO', your_po]] : []),
        ['Purchase order', po_number],
        ['Seller', seller],
        ['Total', dollars(total_cents)],
      ],
      path: `/shared_documents/${token}`,
      unsubscribePath: `/unsubscribe/${unsubscribeToken(tx.config, unsubscribes)}`,
      why: `${buyer} has its invoices sent to this address`,
    },
  });
}
