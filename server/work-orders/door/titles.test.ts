import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';

const door = await openDoor();
afterAll(() => door.close());

const facilities = [{ number: 'f', name: 'House' }];
const post = (id: string, proposalId: string, token = door.token) =>
  door.call('POST', paths.workOrders, { token, body: { id, proposalId } });
const upTo = (many: number) => Array.from({ length: many }, (_, at) => at + 1);
const numbersOf = (titles: string[]) =>
  titles.map((title) => Number(/ #(\d+)$/.exec(title)?.[1])).sort((a, b) => a - b);

it('a project counts its own work orders from 1', async () => {
  await door.addProject({ number: 'a', name: 'Eken', proposalIds: ['A', 'A2'], facilities });
  await door.addProject({ number: 'b', name: 'Hus #3', proposalIds: ['B'], facilities });
  const titles: string[] = [];
  for (const proposalId of ['A', 'B', 'A2', 'A', 'B'])
    titles.push((await post(`count ${titles.length}`, proposalId)).body.title);
  expect(titles).toEqual(['Eken #1', 'Hus #3 #1', 'Eken #2', 'Eken #3', 'Hus #3 #2']);
});

it('a project that is renamed counts on under its new name', async () => {
  await door.addProject({ number: 'r', name: 'Before', proposalIds: ['R'], facilities });
  expect((await post('r1', 'R')).body.title).toBe('Before #1');
  await door.addProject({ number: 'r', name: 'After', proposalIds: ['R'], facilities });
  expect((await post('r2', 'R')).body.title).toBe('After #2');
});

it('fifty concurrent work orders, with repeats and refusals, leave no gap in the numbers', async () => {
  await door.addProject({ number: 'c', name: 'Tall', proposalIds: ['C'], facilities });
  await post('taken', 'C');
  const partner = await door.tokenFor({ partner: 'Another' });
  const answers = await Promise.all(
    upTo(50).flatMap((n) => [
      post(`c${n}`, 'C'),
      post('taken', 'C'),
      post(`lost ${n}`, 'nowhere'),
      post(`c${n}`, 'C', partner),
    ]),
  );
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.title as string);
  expect(numbersOf(made)).toEqual(upTo(101).slice(1));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 409]));
  expect((await post('the next', 'C')).body.title).toBe('Tall #102');
});

it('a refused work order uses no number', async () => {
  await door.addProject({ number: 'd', name: 'Gran', proposalIds: ['D', 'both'], facilities });
  await door.addProject({
    number: 'e',
    name: 'Lind',
    proposalIds: ['E', 'both'],
    facilities: [...facilities, { number: 'g', name: 'Barn' }],
  });
  await post('d1', 'D');
  await Promise.all(upTo(20).flatMap((n) => [post('d1', 'D'), post(`both ${n}`, 'both'), post(`e ${n}`, 'E')]));
  expect((await post('d2', 'D')).body.title).toBe('Gran #2');
});
