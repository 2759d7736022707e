import { type Carrier, carriers, trackingUrl } from '../orders/rules';
import { carrierLabels } from './rules';

const CARRIERS_WITH_PAGE: readonly Carrier[] = ['ups', 'fedex', 'usps', 'dhl', 'ontrac'];

export const trackingPage = (carrier: Carrier | null, number: string): string | null =>
  carrier !== null && CARRIERS_WITH_PAGE.includes(carrier)
    ? trackingUrl(carrierLabels[carrier], number)
    : null;

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
