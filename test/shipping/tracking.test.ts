import { trackingUrl } from '../../server/shipping/tracking';

test.each([
  ['UPS Ground', '1Z 999', 'https://www.ups.com/track?tracknum=1Z%20999'],
  ['FedEx', '123', 'https://www.fedex.com/fedextrack/?trknbr=123'],
  ['fed ex freight', '123', 'https://www.fedex.com/fedextrack/?trknbr=123'],
  ['USPS Priority', '9400', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400'],
  ['DHL Express', '42', 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=42'],
  ['OnTrac', 'C1', 'https://www.ontrac.com/tracking/?number=C1'],
  ['ups', '"><script>&x=1', 'https://www.ups.com/track?tracknum=%22%3E%3Cscript%3E%26x%3D1'],
  ['Old Dominion', '1', null],
  ['Groups Inc.', '1', null],
  [null, '1', null],
])('%s with number %s is tracked at %s', (carrier, number, url) => {
  expect(trackingUrl(carrier, number)).toBe(url);
});
