import { use, useState } from 'react';
import { LateBuyAgain } from '../buy-again/BuyAgain';
import { BuysAgain } from '../buy-again/buys-again';
import { AskedDialog } from '../forms/asked-button';
import { GIVE_UP, GiveUp } from '../shipping/ShipActions';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { showsAmounts } from './amounts';
import { cancelAct } from './CancelOrder';
import { documentsOf } from './documents';
import type { Side } from './groups';
import type { OrderItem } from './order-rows';

interface Props extends OrderItem {
  side: Side;
  isConfirming: boolean;
  refetch: () => Promise<unknown>;
  disabled: boolean;
}

/** The actions of an order other than its next step. */
export function OrderMenu({ order, lines, side, isConfirming, refetch, disabled }: Props) {
  const [opened, setOpened] = useState<'again' | 'cancel' | null>(null);
  const close = () => setOpened(null);
  const { id, po_number: number, can, message_count: messages } = order;
  const isBuyer = side === 'buyer';
  const buysAgain = use(BuysAgain) && isBuyer;
  const mayCancel = (can.cancel || can.cancel_remaining) && !isConfirming && !disabled;
  return (
    <>
      <Menu label={`Actions for ${number}`}>
        {() => (
          <>
            {buysAgain && (
              <button type="button" role="menuitem" onClick={() => setOpened('again')}>
                <Icon name="cart" />
                Buy Again
              </button>
            )}
            {showsAmounts(order) && (
              <a role="menuitem" href={`/my_orders/${id}#order-messages`}>
                <Icon name="mail" />
                {messages > 0 ? `Messages (${messages})` : 'Messages'}
              </a>
            )}
            <a role="menuitem" href={`/my_orders/${id}#print`}>
              <Icon name="print" />
              Print
            </a>
            {documentsOf(order).map(({ label, url }) => (
              <a key={url} role="menuitem" href={url} download>
                <Icon name="file" />
                {label}
              </a>
            ))}
            {mayCancel && (
              <>
                <hr />
                <button type="button" role="menuitem" onClick={() => setOpened('cancel')}>
                  <Icon name="close" />
                  {isBuyer ? 'Cancel Order' : GIVE_UP}
                </button>
              </>
            )}
          </>
        )}
      </Menu>
      {isBuyer ? (
        <>
          <LateBuyAgain source={{ kind: 'order', id, number }} open={opened === 'again'} onClose={close} />
          <AskedDialog {...cancelAct({ order, refetch })} open={opened === 'cancel'} onClose={close} />
        </>
      ) : (
        <GiveUp order={order} lines={lines} refetch={refetch} open={opened === 'cancel'} onClose={close} />
      )}
    </>
  );
}
