import type { PropsOf } from '../../server/contract/island';
import type { ManageProductsProps, manageProducts } from '../../server/products/manage/contract';
import { Dashboard } from '../dashboard/Dashboard';
import { FirstSteps } from '../dashboard/FirstSteps';
import { SalesStrip } from '../dashboard/SalesStrip';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { LoadProps } from '../ui/feedback';
import { loadProducts } from './load-products';
import { Products } from './Products';
import { useOwnProducts } from './use-own-products';

const ADD = '/dashboard/new_product';
const IMPORT = '/dashboard/import_products';

export default function ManageProducts(props: PropsOf<typeof manageProducts>) {
  return (
    <LoadProps
      given={props.frame && (props as ManageProductsProps)}
      load={loadProducts}
      failure="Your products could not be loaded."
    >
      {(all) => <Manage {...all} />}
    </LoadProps>
  );
}

function Manage(props: ManageProductsProps) {
  const { frame, sales, seller_id, state } = props;
  const list = useOwnProducts(seller_id, props, state);
  return (
    <Dashboard
      frame={frame}
      tab="products"
      title="Manage Products"
      figures={
        sales && frame.has_products && <SalesStrip sales={sales} liveProducts={list.status_counts.live} />
      }
      actions={
        frame.has_products && (
          <Button href={ADD} tone="primary" icon="plus">
            Add Product
          </Button>
        )
      }
    >
      <FirstSteps unfinished={frame.first_steps ?? []} />
      {frame.has_products ? (
        <Products list={list} />
      ) : (
        <Empty
          icon="box"
          title="You haven't added any products yet"
          action={
            <>
              <Button href={ADD} tone="primary">
                Add Product
              </Button>
              <Button href={IMPORT}>Bulk Add Products</Button>
            </>
          }
        >
          Add them one at a time, or upload many from a CSV file.
        </Empty>
      )}
    </Dashboard>
  );
}
