import * as calls from '../../server/claims/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { claimsHarness } from './claims-harness';

const app = useTestApp();
const { anOrderIn, anOpenClaim, open } = claimsHarness(new Factory(app));

const times = async (count: number, act: () => Promise<{ status: number }>) => {
  const statuses = new Set<number>();
  for (let time = 0; time < count; time++) statuses.add((await act()).status);
  return [...statuses];
};

test('a person may try 30 claims and send 200 messages an hour', async () => {
  const order = await anOrderIn('awaiting_shipment');
  expect(await times(30, () => open(order))).toEqual([409]);
  expect((await open(order)).status).toBe(429);

  const { order: claimed, claim } = await anOpenClaim();
  const write = () =>
    claimed.sellerClient.call(calls.sendClaimMessage, { id: claim.id }, { body: 'One more question.' });
  expect(await times(200, write)).toEqual([201]);
  expect((await write()).status).toBe(429);
});
