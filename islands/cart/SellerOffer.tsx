import { CartConflict } from './CartConflict';
import { CartLine } from './CartLine';
import type { CartRow } from './cart-rows';
import { isInError } from './line';
import { SellerFoot } from './SellerFoot';
import { SellerHead } from './SellerHead';
import { sellerOfferState } from './seller-offer';
import { type OfferContext, useOfferActions } from './use-offer-actions';

interface Props extends OfferContext {
  rows: readonly CartRow[];
  /** The number of the offer's products that are not shown yet. */
  hidden: number;
  isBusy: boolean;
}

export function SellerOffer({ rows, hidden, isBusy, ...context }: Props) {
  const { drafts, news } = context;
  const state = sellerOfferState(rows, drafts);
  const actions = useOfferActions(state, context);
  const { offer, lines, present, typed, faulty, hasConflict } = state;
  const isUnsure = hasConflict || actions.isRefused;
  return (
    <section className="cart-seller" aria-label={offer?.attributes.seller_name}>
      {offer && <SellerHead offer={offer} count={present.length} faulty={faulty} />}
      <ul className="cart-lines">
        {lines.map(({ row, draft, state: line }) => (
          <CartLine
            key={row.key}
            row={row}
            draft={draft}
            state={line}
            news={news.newsOf(row.item.line)}
            busy={isBusy}
            onDraft={(next) => drafts.type(row.item.line, next)}
            onSaveForLater={() => actions.saveForLater(row.key)}
            onDelete={() => actions.remove(row.key)}
          />
        ))}
      </ul>
      {isUnsure && (
        <CartConflict
          lines={typed}
          busy={isBusy || typed.some(({ state: line }) => isInError({ ...line, blocked: null }))}
          onTheirs={actions.discardInput}
          onMine={() => void actions.overwrite()}
        />
      )}
      <SellerFoot state={state} actions={actions} isBusy={isBusy} isUnsure={isUnsure} hidden={hidden} />
    </section>
  );
}
