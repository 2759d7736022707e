import { type Carrier, carriers } from '../orders/rules';
import { carrierLabels } from './rules';
import { trackingPage, trackingUrl } from './tracking';

const comparable = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/** A probe: carriers differ in the address of their page. */
const PROBE = '0';

/** Carriers as staff write them: a name of the list, or one that a name of the list is part of ("FedEx Ground"). */
export function matchCarrier(typed: string | null | undefined): { carrier?: Carrier; carrier_name?: string } {
  if (!typed) return {};
  const named = carriers.find(
    (carrier) => comparable(carrierLabels[carrier]) === comparable(typed) || carrier === comparable(typed),
  );
  const page = trackingUrl(typed, PROBE);
  const related = carriers.find((carrier) => page !== null && trackingPage(carrier, PROBE) === page);
  const found = named ?? related;
  return found && found !== 'other' ? { carrier: found } : { carrier: 'other', carrier_name: typed };
}
