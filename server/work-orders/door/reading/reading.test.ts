import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const otherToken = await door.tokenFor({ partner: 'Other' });
await door.addProject({
  number: 'P1',
  name: 'Eken',
  proposalIds: ['offer'],
  facilities: [{ number: '1', name: 'House' }],
});
afterAll(() => door.close());

const send = async (id: string, fields = {}, token = door.token) => {
  const answer = await door.call('POST', paths.workOrders, { token, body: { id, proposalId: 'offer', ...fields } });
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body as { id: string; title: string };
};
const read = (id: string, call = {}) => door.call('GET', `${paths.workOrders}/${id}`, call);
const list = async (query = '', token = door.token) => {
  const { status, body } = await door.call('GET', paths.workOrders + query, { token });
  expect(status, body.message).toBe(200);
  return body as { workOrders: { id: string }[]; next: string; hasMore: boolean };
};
const idsOf = ({ workOrders }: Awaited<ReturnType<typeof list>>) => workOrders.map(({ id }) => id);

it('a work order is read back by its id, with an ETag that changes with it', async () => {
  const { id, title } = await send(' fs-1 ', { description: 'Mend the door' });
  const { body, headers } = await read(id);
  expect(body).toEqual({
    id,
    title,
    state: 'open',
    reference: 'fs-1',
    proposalId: 'offer',
    description: 'Mend the door',
    createdAt: expect.any(Number),
    updatedAt: body.createdAt,
  });
  const ifNoneMatch = { headers: { 'if-none-match': headers.get('etag') as string } };
  expect((await read(id, ifNoneMatch)).status).toBe(304);
  await approver.call('POST', `/companies/${door.company}/work-orders/${id}/done`, {});
  const done = await read(id, ifNoneMatch);
  expect([done.status, done.body.state]).toEqual([200, 'done']);
  expect(done.body.updatedAt).toBeGreaterThan(done.body.createdAt);
});

it('a work order of another partner is a 404 like one that does not exist', async () => {
  const { id } = await send('theirs', {}, otherToken);
  for (const of of [id, '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88', 'theirs']) {
    const answer = await read(of);
    expectProblem(answer, 404, `There is no work order with the id "${of}" that this partner has sent.`);
    expect(answer.headers.get('doorway-error')).toBe('workorder.unknown');
  }
  expect((await read(id, { token: otherToken })).body).not.toHaveProperty('description');
});

it('work orders are listed by their last change, and by reference and state', async () => {
  const before = await list('?limit=1000');
  const [first, second] = [await send('a'), await send('b')];
  expect(idsOf(await list(`?after=${before.next}`))).toEqual([first.id, second.id]);
  const page = await list(`?limit=1&after=${before.next}`);
  expect([idsOf(page), page.hasMore]).toEqual([[first.id], true]);
  const cancelled = await approver.call('POST', `/companies/${door.company}/work-orders/${first.id}/cancel`, {
    reason: 'Not needed.',
  });
  expect(cancelled.status).toBe(200);
  expect(idsOf(await list(`?after=${page.next}`))).toEqual([second.id, first.id]);
  expect(idsOf(await list('?state=cancelled'))).toEqual([first.id]);
  expect(idsOf(await list('?id=b'))).toEqual([second.id]);
  expect(idsOf(await list('?id=b', otherToken))).toEqual([]);
  expectProblem(
    await door.call('GET', `${paths.workOrders}?state=received`),
    400,
    'state must be one of open, done, cancelled.',
  );
});
