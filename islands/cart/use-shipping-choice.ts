import { useState } from 'react';
import type { ShippingTerms } from '../../server/contract/shipping-terms';
import { changeShipping } from '../../server/offers/cart/contract';
import type { Offer } from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { useDraftText } from '../offers/draft-texts';

type Change = { terms: ShippingTerms } | { ship_to_address_id: number };

interface Options {
  offer: Offer | undefined;
  /** Runs an action, then reloads the cart. */
  run: (act: () => Promise<unknown>) => Promise<unknown>;
}

/** Terms and address are saved as they are chosen, the text with the next action of the offer. */
export function useShippingChoice({ offer, run }: Options) {
  const [pending, setPending] = useState<{ terms?: ShippingTerms; addressId?: number }>({});
  const [typed, setTyped] = useDraftText(offer?.id, 'instructions');
  const { id, version = 0, shipping } = offer?.attributes ?? {};
  const saved = shipping?.carrier_instructions ?? '';
  const instructions = typed ?? saved;

  const change = (wanted: Change) =>
    run(async () => {
      try {
        await call(changeShipping, { id: Number(id) }, { shipping: wanted, version });
      } catch (error) {
        notify('error', errorText(error));
      }
    }).finally(() => setPending({}));

  return {
    terms: pending.terms ?? shipping?.terms ?? 'seller_pays',
    addressId: pending.addressId ?? shipping?.ship_to_address_id ?? null,
    instructions,
    isChanged: instructions !== saved,
    setInstructions: (text: string) => setTyped(text === saved ? null : text),
    setTerms(terms: ShippingTerms) {
      setPending({ terms });
      return change({ terms });
    },
    setAddress(addressId: number) {
      setPending({ addressId });
      return change({ ship_to_address_id: addressId });
    },
    /** Returns the latest version. */
    async save(from: number): Promise<number> {
      if (instructions === saved) return from;
      const wanted = { carrier_instructions: instructions.trim() };
      const { data } = await call(changeShipping, { id: Number(id) }, { shipping: wanted, version: from });
      setTyped(null);
      return data.attributes.version;
    },
  };
}

export type ShippingChoice = ReturnType<typeof useShippingChoice>;
