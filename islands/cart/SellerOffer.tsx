import { CartConflict } from './CartConflict';
import { CartLine } from './CartLine';
import type { CartRow } from './cart-rows';
import { RemovedLine } from './RemovedLine';
import { SellerFoot } from './SellerFoot';
import { SellerHead } from './SellerHead';
import { sellerOfferState } from './seller-offer';
import { type OfferContext, useOfferActions } from './use-offer-actions';
import { isRemoval, type Removal, withRemovals } from './use-removals';
import { useShippingChoice } from './use-shipping-choice';

interface Props extends Omit<OfferContext, 'saveShipping'> {
  rows: readonly CartRow[];
  removals: readonly Removal[];
  onForget: (removal: Removal) => void;
  /** The number of the offer's products that are not shown yet. */
  hidden: number;
  isBusy: boolean;
}

export function SellerOffer({ rows, removals, onForget, hidden, isBusy, ...context }: Props) {
  const { drafts, news, run } = context;
  const choice = useShippingChoice({ offer: rows[0]?.item.offer, run });
  const state = sellerOfferState(rows, drafts, choice);
  const actions = useOfferActions(state, { ...context, saveShipping: choice.save });
  const { offer, lines, present, typed, faulty, hasConflict } = state;
  const isUnsure = hasConflict || actions.isRefused;
  return (
    <section className="cart-seller" aria-label={offer?.attributes.seller_name}>
      <div className="cart-offer">
        <div className="cart-products">
          {offer && (
            <SellerHead
              offer={offer}
              count={present.length}
              faulty={faulty}
              isBusy={isBusy}
              onRemoveAll={actions.removeAll}
            />
          )}
          <div className="cart-columns" aria-hidden="true">
            <span>Quantity</span>
            <span>Unit price</span>
            <span>Total</span>
          </div>
          <ul className="cart-lines">
            {withRemovals(lines, removals).map((line) =>
              isRemoval(line) ? (
                <RemovedLine key={line.line.id} removal={line} run={run} onForget={onForget} />
              ) : (
                <CartLine
                  key={line.row.key}
                  {...line}
                  news={news.newsOf(line.row.item.line)}
                  isFromOtherTab={drafts.isForeign(line.row)}
                  busy={isBusy}
                  onDraft={(next) => drafts.type(line.row.item.line, next)}
                  onSaveForLater={() => actions.saveForLater(line.row.key)}
                  onDelete={() => actions.remove(line.row.key)}
                />
              ),
            )}
          </ul>
          {isUnsure && (
            <CartConflict
              lines={typed}
              isRefused={actions.isRefused}
              busy={isBusy}
              onOther={actions.discardInput}
              onMine={() => void actions.overwrite()}
            />
          )}
        </div>
        <SellerFoot
          state={state}
          choice={choice}
          actions={actions}
          isBusy={isBusy}
          isUnsure={isUnsure}
          hidden={hidden}
          onApprovalChange={() => run(async () => undefined)}
        />
      </div>
    </section>
  );
}
