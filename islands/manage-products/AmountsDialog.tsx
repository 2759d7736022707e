import type { OwnProduct } from '../../server/products/contract';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { AmountCell } from './AmountCell';
import type { OwnProducts } from './use-own-products';

interface Props {
  product: OwnProduct;
  onSaved: OwnProducts['replace'];
  onClose: () => void;
}

/** Both amounts of a product, where its row has no room for their fields. Each saves by itself, as in the row. */
export const AmountsDialog = ({ product, onSaved, onClose }: Props) => (
  <Modal
    title={product.name}
    open
    onClose={onClose}
    size="small"
    footer={
      <Button tone="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="own-amounts">
      <AmountCell product={product} field="seller_price_cents" onSaved={onSaved} labeled />
      <AmountCell product={product} field="units" onSaved={onSaved} labeled />
    </div>
  </Modal>
);
