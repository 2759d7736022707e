import { type OwnProduct, productAddress, updateProduct } from '../../server/products/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { stepAddress } from '../dashboard/addresses';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import type { OwnProducts } from './use-own-products';

interface Props {
  product: OwnProduct;
  onSaved: OwnProducts['replace'];
}

/** Pausing takes a product off sale; absent where buyers would not see it anyway. */
export function ProductMenu({ product, onSaved }: Props) {
  const { id, name, status, provisional } = product;
  const { run } = useAct({ onError: notifyError() });
  const isPaused = status === 'paused';

  async function change() {
    onSaved(await call(updateProduct, { id }, { product: { paused: !isPaused } }));
    notify('success', isPaused ? `${name} resumed.` : `${name} paused. Buyers no longer see it.`);
  }

  return (
    <Menu label={`Actions for ${name}`}>
      {() => (
        <>
          <a role="menuitem" href={stepAddress(id, 'identifiers')}>
            <Icon name="edit" />
            Edit Product
          </a>
          {!provisional && (
            <a role="menuitem" href={productAddress(product)}>
              <Icon name="eye" />
              View Product
            </a>
          )}
          {status !== 'provisional' && (
            <button type="button" role="menuitem" onClick={() => void run(change)}>
              <Icon name={isPaused ? 'play' : 'pause'} />
              {isPaused ? 'Resume Product' : 'Pause Product'}
            </button>
          )}
        </>
      )}
    </Menu>
  );
}
