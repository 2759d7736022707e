import { viewProduct } from '../../server/sourcing/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: true }));

const LIMIT = 600;
const AT_ONCE = 20;

test('an address may view 600 products in an hour and no more', async () => {
  const { id } = await factory.aProduct();
  const client = await factory.as(null);
  const statuses: number[] = [];
  while (statuses.length < LIMIT + AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => client.call(viewProduct, { id })),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 204)).toHaveLength(LIMIT);
  expect(statuses.slice(LIMIT)).toEqual(Array(AT_ONCE).fill(429));
});
