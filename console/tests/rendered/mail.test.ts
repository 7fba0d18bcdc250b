import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { render } from './render.ts';

/** The service of most tests has no mail server. */
const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
afterAll(() => door.close());

it('without a mail server the sign-in page names an administrator, and the choices say why there are none', async () => {
  expect((await render(door, viewer, '/account', { language: 'sv' })).text).toContain('Tjänsten skickar ingen e-post');
  const signIn = await render(door, { ...viewer, cookie: '' }, '/sign-in');
  expect(signIn.text).toContain('Ask an administrator for a new one-time link.');
  expect(signIn.all('link', 'Forgotten your password?')).toEqual([]);
  const account = await render(door, viewer, '/account');
  expect(account.text).toContain('This service does not send e-mail');
  expect(account.one('switch', /^Held invoices/).isDisabled).toBe(true);
  expect(account.all('button', 'Send me a test')).toEqual([]);
});
