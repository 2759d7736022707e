import type { Carrier } from '../orders/rules';
import { carrierLabels } from './rules';

/** Carriers as staff and sellers write them ("FedEx Ground"), with the address of their tracking page. */
const trackingPages: readonly (readonly [name: RegExp, address: string])[] = [
  [/\bups\b/i, 'https://www.ups.com/track?tracknum='],
  [/\bfed\s?ex\b/i, 'https://www.fedex.com/fedextrack/?trknbr='],
  [
    /\b(usps|u\.s\. postal service|us postal service)\b/i,
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  ],
  [/\bdhl\b/i, 'https://www.dhl.com/us-en/home/tracking.html?tracking-id='],
  [/\bontrac\b/i, 'https://www.ontrac.com/tracking/?number='],
];

export function trackingUrl(carrier: string | null, trackingNumber: string): string | null {
  const found = carrier === null ? undefined : trackingPages.find(([name]) => name.test(carrier));
  return found ? found[1] + encodeURIComponent(trackingNumber.trim()) : null;
}

const CARRIERS_WITH_PAGE: readonly Carrier[] = ['ups', 'fedex', 'usps', 'dhl', 'ontrac'];

export const trackingPage = (carrier: Carrier | null, number: string): string | null =>
  carrier !== null && CARRIERS_WITH_PAGE.includes(carrier)
    ? trackingUrl(carrierLabels[carrier], number)
    : null;
