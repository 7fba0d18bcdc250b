import { afterAll, expect, it } from 'vitest';
import { openDoor, openOwnDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { openSmtp } from '../../testing/smtp.ts';

const smtp = await openSmtp();
const door = await openOwnDoor('The mail server is a setting of the process.', {
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'd@example.com', PUBLIC_URL: 'https://doorway.example.com' },
});
const viewer = await signedIn(door, 'viewer');
const path = `/session/companies/${door.company}/mail`;
afterAll(async () => {
  await door.close();
  await smtp.close();
});

const nothing = {
  held: false,
  endpointOff: false,
  proposed: false,
  failuresPercent: null,
  digest: false,
  waiting: true,
};

it('without a choice there is no mail, and a choice is kept for the operator alone', async () => {
  expect((await viewer.call('GET', path)).body).toEqual({ ...nothing, setUp: true });
  const chosen = { held: true, endpointOff: true, proposed: true, failuresPercent: 25, digest: true, waiting: false };
  const answer = await viewer.call('PUT', path, chosen);
  expect(answer.status, answer.body.message).toBe(200);
  expect(answer.body).toEqual({ ...chosen, setUp: true });
  expect((await viewer.call('GET', path)).body).toEqual({ ...chosen, setUp: true });
  expect((await viewer.call('PUT', path, nothing)).body).toEqual({ ...nothing, setUp: true });
  await viewer.call('PUT', path, chosen);
  expect((await (await signedIn(door, 'approver')).call('GET', path)).body).toEqual({ ...nothing, setUp: true });
  const { id: other } = await door.addCompany('Other');
  expect((await viewer.call('GET', `/session/companies/${other}/mail`)).status).toBe(404);
});

it('an invalid choice is refused', async () => {
  const put = (more: object) => viewer.call('PUT', path, { ...nothing, ...more });
  expectProblem(await put({ failuresPercent: 0 }), 400, 'failuresPercent');
  expectProblem(await put({ failuresPercent: 100 }), 400, 'failuresPercent');
  expectProblem(await put({ held: 'yes' }), 400, 'held must be of type boolean');
  expectProblem(await put({ heldInvoices: true }), 400, 'heldInvoices');
  expectProblem(await viewer.call('PUT', path, {}), 400, 'held is required');
});

it('a test mail goes to the operator at once; at most five a minute', async () => {
  const approver = await signedIn(door, 'approver');
  await door.pool.query(`UPDATE operators SET preferences = '{"language": "sv"}', name = $2 WHERE id = $1`, [
    approver.id,
    'Å\r\nBcc: other@example.com',
  ]);
  for (let n = 0; n < 5; n++) expect((await approver.call('POST', `${path}/test`)).body).toEqual({ sent: true });
  expect(smtp.received).toHaveLength(5);
  expect(smtp.received[0]).toMatchObject({
    to: [approver.email],
    subject: 'Testmeddelande från Doorway',
    text: expect.stringContaining(
      `meddelanden du får om ${door.companyName}:\n\nhttps://doorway.example.com/console/account`,
    ),
  });
  expect(smtp.received[0]?.headers.map(([name]) => name)).not.toContain('bcc');
  expect((await approver.call('POST', `${path}/test`)).status).toBe(429);
  expect((await viewer.call('POST', `${path}/test`)).body).toEqual({ sent: true });
});

it('without a mail server choices are kept, and a test says why it was not sent', async () => {
  const other = await openDoor();
  try {
    const asked = await signedIn(other, 'viewer');
    const at = `/session/companies/${other.company}/mail`;
    expect((await asked.call('GET', at)).body).toEqual({ ...nothing, setUp: false });
    expect((await asked.call('POST', `${at}/test`)).body).toEqual({
      sent: false,
      notSent: {
        code: 'mail.failed',
        parameters: { why: 'off', answer: '' },
        message: 'This service sends no mail, because SMTP_URL is not set.',
      },
    });
  } finally {
    await other.close();
  }
});
