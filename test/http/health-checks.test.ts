import { useTestApp } from '../support/test-app';

const app = useTestApp();

test.each([
  [0, 200],
  [60_000, 200],
  [60_001, 503],
  [-60_001, 503],
])('/ready, with the clocks %i ms apart, is %i', async (offset, status) => {
  jest.spyOn(app.services.databaseHealth, 'clockOffsetMs').mockReturnValue(offset);
  const answer = await fetch(`${app.origin}/ready`);
  expect(answer.status).toBe(status);
  expect((await fetch(`${app.origin}/up`)).status).toBe(200);
});
