import { afterAll, expect, it } from 'vitest';
import { withPasskey } from '../../../server/testing/authenticator.ts';
import { openDoor } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { render } from './render.ts';

const door = await openDoor();
afterAll(() => door.close());

it('the account lists passkeys and apps with the recovery codes that are left', async () => {
  const operator = await signedIn(door, 'viewer');
  expect((await render(door, operator, '/account')).text).toContain('No passkey and no app');
  await withPasskey(operator);
  const account = await render(door, operator, '/account');
  expect(account.text).toMatch(/The key ?Passkey · added \d{4}-\d\d-\d\d/);
  expect(account.text).toContain('10 recovery codes left');
  expect((await render(door, operator, '/account', { language: 'sv' })).text).toContain('10 återställningskoder kvar');
});

it('who lacks what a company demands reads what to do, and gets there', async () => {
  const operator = await signedIn(door, 'approver');
  const path = `/companies/${door.company}/settings`;
  await door.pool.query(`UPDATE companies SET second_factor = 'deciders' WHERE id = $1`, [door.company]);
  const page = await render(door, operator, path);
  expect(page.text).toContain('This company demands a second factor. Add a passkey');
  expect(page.one('link', 'Go to your account')).toBeDefined();
  await door.pool.query(`UPDATE companies SET passwords = 'off' WHERE id = $1`, [door.company]);
  const refused = await render(door, operator, path, { language: 'sv' });
  expect(refused.text).toContain('Företaget tillåter inte inloggning med lösenord.');
  expect(refused.one('button', 'Logga in på ett annat sätt')).toBeDefined();
  // On a cluster other files share the database, and administrators satisfy the demands of all companies.
  await door.pool.query(`UPDATE companies SET second_factor = 'nobody', passwords = 'on' WHERE id = $1`, [
    door.company,
  ]);
});
