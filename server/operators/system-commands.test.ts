import { expect, it } from 'vitest';
import { send } from '../testing/door.ts';
import { api } from '../testing/operator.ts';
import { emptyDataDir, doorway, firstStart } from '../testing/process.ts';

it('doorway system create prints a token that reads its company’s invoices, and says what is missing otherwise', async () => {
  const dataDir = await emptyDataDir();
  const service = await firstStart(dataDir);
  const env = { DATA_DIR: dataDir };
  const create = (company: string, name: string, ...more: string[]) =>
    doorway(['system', 'create', '--company', company, '--name', name, ...more], env);
  const made = await create('Demo company', 'Bookkeeping');
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^dwo_[\w-]{43}\n$/) });
  const token = made.stdout.trim();
  const { body } = await send(service.address, 'GET', `${api}/session`, { token });
  expect(body).toMatchObject({ name: 'Bookkeeping', companies: [{ name: 'Demo company', role: 'system' }] });
  const list = await send(service.address, 'GET', `${api}/companies/${body.companies[0].id}/invoices`, { token });
  expect(list.status).toBe(200);
  expect(JSON.parse((await create('Demo company', 'Payments', '--json')).stdout)).toEqual({
    id: expect.any(String),
    token: expect.stringMatching(/^dwo_/),
  });
  expect(await create('Nowhere', 'Bookkeeping')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('There is no company "Nowhere"'),
  });
  expect(await create('Demo company', ' ')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('name'),
  });
});
