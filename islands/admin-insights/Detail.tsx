import { useEffect, useState } from 'react';
import {
  type OfferDetail,
  type OrderDetail,
  showOffer,
  showOrder,
  showUser,
  type UserDetail,
} from '../../server/insights/contract';
import { ApiError, call } from '../browser/api';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, Skeleton } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { OfferPanel } from './OfferPanel';
import { OrderPanel } from './OrderPanel';
import type { Open, Resource } from './Party';
import { UserPanel } from './UserPanel';

export interface Shown {
  resource: Resource;
  id: number;
}

type Loaded =
  | { resource: 'purchase_order'; record: OrderDetail }
  | { resource: 'user'; record: UserDetail }
  | { resource: 'offer'; record: OfferDetail };

async function load({ resource, id }: Shown): Promise<Loaded> {
  if (resource === 'purchase_order') return { resource, record: await call(showOrder, { id }) };
  if (resource === 'user') return { resource, record: await call(showUser, { id }) };
  return { resource, record: await call(showOffer, { id }) };
}

const titles = { purchase_order: 'Order', user: 'User', offer: 'Offer' } as const;

const titleOf = ({ resource, id }: Shown, loaded: Loaded | null) => {
  if (loaded?.resource === 'purchase_order') return `Order ${loaded.record.po_number}`;
  if (loaded?.resource === 'offer') return `Offer ${loaded.record.offer_number}`;
  if (loaded?.resource === 'user') return loaded.record.email;
  return `${titles[resource]} ${id}`;
};

interface Props {
  shown: Shown;
  onOpen: Open;
  onClose: () => void;
  /** Set when the record was opened from another one. */
  onBack: (() => void) | null;
}

function useRecord({ resource, id }: Shown) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [fault, setFault] = useState<'missing' | 'failed' | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry fetches again
  useEffect(() => {
    let here = true;
    setLoaded(null);
    setFault(null);
    load({ resource, id }).then(
      (record) => here && setLoaded(record),
      (error: unknown) =>
        here && setFault(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed'),
    );
    return () => {
      here = false;
    };
  }, [resource, id, tries]);
  return { loaded, fault, retry: () => setTries(tries + 1) };
}

/** A record in a panel at the side. Closing it returns the focus to the row that opened it. */
export function Detail({ shown, onOpen, onClose, onBack }: Props) {
  const { loaded, fault, retry } = useRecord(shown);
  return (
    <Modal title={titleOf(shown, loaded)} open onClose={onClose} size="large" className="record">
      {onBack && (
        <div className="record-back">
          <Button size="small" icon="arrow-left" onClick={onBack}>
            Back
          </Button>
        </div>
      )}
      {!loaded && !fault && <Skeleton shape="detail" label="Loading record" />}
      {fault === 'failed' && <Failed onRetry={retry}>This record could not be loaded.</Failed>}
      {fault === 'missing' && (
        <Empty icon="search" title="Record not found">
          It may have been deleted, or the link is incomplete.
        </Empty>
      )}
      {loaded?.resource === 'purchase_order' && <OrderPanel order={loaded.record} onOpen={onOpen} />}
      {loaded?.resource === 'user' && <UserPanel key={shown.id} user={loaded.record} onOpen={onOpen} />}
      {loaded?.resource === 'offer' && <OfferPanel key={shown.id} offer={loaded.record} onOpen={onOpen} />}
    </Modal>
  );
}
