import { useState } from 'react';
import { formatUnits, shortDollars } from '../../server/contract/money';
import type { InsightsOffer, InsightsOrder, UserDetail } from '../../server/insights/contract';
import { Button } from '../ui/button';
import { Failed, Skeleton } from '../ui/feedback';
import { type Column, Table } from '../ui/table';
import { orderColumns, userOfferColumns } from './columns';
import { Fields } from './Fields';
import type { Open } from './Party';
import type { Column as RowColumn } from './RowCells';
import { useRows } from './use-rows';

/** Rows that each "Show More" adds. */
const STEP = 25;

const HIDDEN = ['email', 'buyer_name', 'seller_name', 'purchase_orders'];

export function UserPanel({ user, onOpen }: { user: UserDetail; onOpen: Open }) {
  const scope = user.buyer_id === null ? { seller_user_id: user.id } : { buyer_user_id: user.id };
  return (
    <div className="stack loose">
      <EmailAndCompany user={user} />
      <Fields record={user} except={HIDDEN} />
      {!user.admin && (
        <>
          <p>
            <a className="button small" href={`/admin/people/${user.id}`}>
              Manage Account
            </a>
          </p>
          <Records<InsightsOrder>
            title="Purchase Orders"
            resource="purchase_order"
            scope={scope}
            columns={orderColumns}
            onOpen={(id) => onOpen('purchase_order', id)}
          />
          <Records<InsightsOffer>
            title="Offers"
            resource="offer"
            scope={scope}
            columns={[...userOfferColumns, OFFER_PRODUCTS]}
            onOpen={(id) => onOpen('offer', id)}
          />
        </>
      )}
    </div>
  );
}

function EmailAndCompany({ user }: { user: UserDetail }) {
  const company = user.buyer_name ?? user.seller_name;
  return (
    <dl className="facts columns">
      <div>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${user.email}`}>{user.email}</a>
        </dd>
      </div>
      {company !== undefined && (
        <div>
          <dt>{user.buyer_name === undefined ? 'Seller' : 'Buyer'}</dt>
          <dd>{company}</dd>
        </div>
      )}
    </dl>
  );
}

const OFFER_PRODUCTS: RowColumn<InsightsOffer> = {
  head: 'Offer Products',
  cell: ({ offer_products }) => (
    <ul className="plain-list small">
      {offer_products.map(({ id, product_id, quantity, unit_price }) => (
        <li key={id} className="nowrap tabular">
          {`#${product_id}: ${formatUnits(quantity)} × ${shortDollars(unit_price)}`}
        </li>
      ))}
    </ul>
  ),
};

interface RecordsProps<Row> {
  title: string;
  resource: 'purchase_order' | 'offer';
  scope: object;
  columns: readonly RowColumn<Row>[];
  onOpen: (id: number) => void;
}

function Records<Row extends { id: number }>({ title, resource, scope, columns, onOpen }: RecordsProps<Row>) {
  const rows = useRows<Row>({ resource, scope, sort: 'created_at', dir: 'desc' });
  const [shown, setShown] = useState(STEP);
  const present = Array.from({ length: Math.min(shown, rows.total) }, (_none, index) => rows.rowAt(index));
  const more = () => {
    rows.ensure(shown, Math.min(shown + STEP, rows.total) - 1);
    setShown(shown + STEP);
  };
  return (
    <div className="stack">
      <h3>
        {title} {!rows.loading && <span className="count">{formatUnits(rows.total)}</span>}
      </h3>
      {rows.failed && <Failed onRetry={rows.retry}>{`${title} could not be loaded.`}</Failed>}
      {rows.loading && !rows.failed && <Skeleton shape="lines" label={`Loading ${title}`} />}
      {!rows.loading && rows.total === 0 && <p className="muted">None yet</p>}
      {rows.total > 0 && (
        <Table
          caption={`${title} of this account`}
          dense
          cards="wide"
          rows={present.filter((row) => row !== undefined)}
          rowKey={({ id }) => id}
          columns={openingColumns(columns, onOpen)}
        />
      )}
      {shown < rows.total && (
        <div>
          <Button size="small" onClick={more}>
            Show More
          </Button>
        </div>
      )}
    </div>
  );
}

/** The first cell of a row opens it. */
const openingColumns = <Row extends { id: number }>(
  columns: readonly RowColumn<Row>[],
  onOpen: (id: number) => void,
): Column<Row>[] =>
  columns.map(({ head, num, cell }, index) => ({
    key: head,
    head,
    num,
    rowHead: index === 0,
    cell: (row) =>
      index === 0 ? (
        <button type="button" className="button link" onClick={() => onOpen(row.id)}>
          {cell(row)}
        </button>
      ) : (
        cell(row)
      ),
  }));
