/** Carriers as staff and sellers write them ("FedEx Ground"), with the address of their tracking page. */
const carriers: readonly (readonly [name: RegExp, address: string])[] = [
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
  const found = carrier === null ? undefined : carriers.find(([name]) => name.test(carrier));
  return found ? found[1] + encodeURIComponent(trackingNumber.trim()) : null;
}
