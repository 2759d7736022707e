import { clsx } from 'clsx';
import { dollars } from '../../server/contract/money';
import { isCollected } from '../../server/contract/shipping-terms';
import { withPeriod } from '../../server/contract/with-period';
import type { OrderStatus } from '../../server/orders/rules';
import { RecordNumbers } from '../ui/badge';
import { Icon, type IconName } from '../ui/icon';
import type { OrderItem } from './order-rows';

type Order = OrderItem['order'];

interface Confirmation {
  tone: 'accent' | 'yellow' | 'green' | 'red';
  icon: IconName;
  title: string;
  text: string;
}

const confirming = ({ total_cents, po_number, seller_name }: Order): Confirmation => ({
  tone: 'accent',
  icon: 'clock',
  title: `Confirming your payment of ${dollars(total_cents)}`,
  text: `${po_number} from ${withPeriod(seller_name)} This page updates as soon as the payment is confirmed, usually within a minute.`,
});

const unconfirmed = ({ po_number }: Order): Confirmation => ({
  tone: 'yellow',
  icon: 'warning',
  title: 'Payment not confirmed yet',
  text: `We'll email you when the payment of ${po_number} is confirmed. Check out again only if you didn't finish paying.`,
});

const notCompleted = ({ po_number }: Order): Confirmation => ({
  tone: 'yellow',
  icon: 'warning',
  title: 'Payment not completed',
  text: `You weren't charged, and ${po_number} is still yours. Check out when you're ready.`,
});

const paid = ({ total_cents, po_number, seller_name, shipping }: Order): Confirmation => ({
  tone: 'green',
  icon: 'check',
  title: `Payment of ${dollars(total_cents)} confirmed`,
  text: isCollected(shipping.terms)
    ? `${po_number} is paid. ${seller_name} gets it ready next, and we'll email you then.`
    : `${po_number} is paid. ${seller_name} ships next, and we'll email you when it's on its way.`,
});

const OTHERS: Partial<Record<OrderStatus, (order: Order) => Confirmation>> = {
  payment_pending: ({ total_cents, po_number }) => ({
    tone: 'accent',
    icon: 'clock',
    title: `Payment of ${dollars(total_cents)} submitted`,
    text: `Your bank is processing the payment of ${po_number}. We'll email you when it's confirmed. You can close this page.`,
  }),
  requires_payment_action: ({ po_number }) => ({
    tone: 'yellow',
    icon: 'bank',
    title: 'One more step: verify your bank account',
    text: `To finish the payment of ${po_number}, enter the amounts of two small deposits when they reach your account.`,
  }),
  canceled: ({ po_number }) => ({
    tone: 'red',
    icon: 'close',
    title: `${po_number} was canceled`,
    text: 'The reason is below.',
  }),
};

interface Props {
  order: Order;
  success: boolean;
  /** The payment may still be confirmed. */
  isWaiting: boolean;
}

function confirmationOf({ order, success, isWaiting }: Props): Confirmation {
  if (order.status !== 'awaiting_initial_payment') return (OTHERS[order.status] ?? paid)(order);
  if (!success) return notCompleted(order);
  return isWaiting ? confirming(order) : unconfirmed(order);
}

/** Above the order that the buyer comes back from paying; follows its status. */
export function PaymentPanel(props: Props) {
  const { tone, icon, title, text } = confirmationOf(props);
  return (
    <div className={clsx('payment-panel', tone)} role="status">
      <Icon name={icon} />
      <div>
        <h2>
          <RecordNumbers text={title} />
        </h2>
        <p>
          <RecordNumbers text={text} />
        </p>
      </div>
    </div>
  );
}
