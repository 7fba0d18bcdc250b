import { afterAll, expect, it } from 'vitest';
import { openOwnApp, paths, type Answer, type Door } from '../../testing/door.ts';
import { decideAs, signedIn } from '../../testing/operator.ts';
import { answers, type Behaviour } from '../../testing/receiver.ts';
import {
  allowing,
  numbersOf,
  receiverForThisTest,
  recordEvents,
  startDelivering,
  upTo,
} from '../../testing/webhooks.ts';

const door = await openOwnApp('Webhooks to this machine are a setting of the process.', { env: allowing });
const administrator = await signedIn(door, 'administrator');
afterAll(() => door.close());

const done = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

async function companyForThisTest(name: string, events = 0) {
  const { id, token } = await door.addCompany(name);
  const company: Door = { ...door, token, company: id };
  startDelivering(company);
  if (events > 0) await recordEvents(company, events);
  const path = `/companies/${company.company}`;
  const made = async (form: object): Promise<string> => {
    const { id } = done(await administrator.call('POST', `${path}/webhooks`, form));
    return `${path}/webhooks/${id}`;
  };
  return { company, path, made };
}
const read = async (at: string) => done(await administrator.call('GET', at));

const refusing =
  (seq: number, status = 500): Behaviour =>
  ({ body }, response) =>
    response.writeHead(JSON.parse(body).seq === seq ? status : 204).end();

it('all events since a number are sent again, in order and with their ids, before new ones', async () => {
  const { company, made } = await companyForThisTest('Again', 10);
  const receiver = await receiverForThisTest();
  const at = await made({ url: receiver.url, since: 1 });
  await expect.poll(() => numbersOf(receiver.received)).toEqual(upTo(10));
  await expect.poll(async () => (await read(at)).position).toBe(10);
  done(await administrator.call('POST', `${at}/resend`, { since: 4 }));
  await recordEvents(company, 1);
  await expect.poll(() => numbersOf(receiver.received)).toEqual([...upTo(10), ...upTo(11, 4)]);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids.slice(10, 17)).toEqual(ids.slice(3, 10));
  await expect.poll(() => read(at)).toMatchObject({ state: 'on', behind: 0 });
});

it('after an event is passed over, the events behind it are sent', async () => {
  const { made } = await companyForThisTest('Passed over', 5);
  const receiver = await receiverForThisTest(refusing(3));
  const at = await made({ url: receiver.url, since: 1 });
  await expect
    .poll(() => read(at))
    .toMatchObject({ state: 'failing', position: 2, behind: 3, holding: { seq: 3, type: 'supplier.created' } });
  done(await administrator.call('POST', `${at}/skip`, { seq: 3 }));
  await expect.poll(() => numbersOf(receiver.received).at(-1)).toBe(5);
  const taken = numbersOf(receiver.received).filter((seq) => seq !== 3);
  expect(taken).toEqual([1, 2, 4, 5]);
});

it('an endpoint that answered 410 continues where it stopped, once it is switched on', async () => {
  const { made } = await companyForThisTest('Gone', 4);
  const receiver = await receiverForThisTest(refusing(2, 410));
  const at = await made({ url: receiver.url, since: 1 });
  await expect.poll(() => read(at)).toMatchObject({ state: 'off', switchedOffFor: 'gone', position: 1 });
  expect(numbersOf(receiver.received)).toEqual([1, 2]);
  receiver.behave = answers(204);
  done(await administrator.call('PATCH', at, { on: true }));
  await expect.poll(() => numbersOf(receiver.received)).toEqual([1, 2, 2, 3, 4]);
});

it('an endpoint that is off receives nothing, and once it is on the events of the meantime', async () => {
  const { company, made } = await companyForThisTest('Off');
  const [off, other] = [await receiverForThisTest(), await receiverForThisTest()];
  const at = await made({ url: off.url });
  await made({ url: other.url });
  done(await administrator.call('PATCH', at, { on: false }));
  await recordEvents(company, 3);
  await expect.poll(() => numbersOf(other.received)).toEqual(upTo(3));
  expect(off.received).toEqual([]);
  done(await administrator.call('PATCH', at, { on: true }));
  await expect.poll(() => numbersOf(off.received)).toEqual(upTo(3));
});

it('after a change of the address, the failed event is tried at once', async () => {
  const { made } = await companyForThisTest('Moved', 3);
  const [away, here] = [await receiverForThisTest(answers(500)), await receiverForThisTest()];
  const at = await made({ url: away.url, since: 1 });
  await expect.poll(() => read(at)).toMatchObject({ state: 'failing' });
  await door.pool.query(`UPDATE webhook_positions SET next_try_at = '2036-11-15', tries = 9 WHERE endpoint_id = $1`, [
    at.split('/').at(-1),
  ]);
  done(await administrator.call('PATCH', at, { url: here.url }));
  await expect.poll(() => numbersOf(here.received)).toEqual(upTo(3));
});

it('each partner receives events about its own records only', async () => {
  const { company, path, made } = await companyForThisTest('Partners');
  const { token: other } = await door.addCompany('Partners', 'Other');
  const call = (token: string, to: string, body: object) => door.call('POST', to, { token, body });
  await call(company.token, paths.suppliers, { number: '1', name: 'Nordbygg' });
  const partners = done(await administrator.call('GET', `${path}/partners`)).rows as { id: string; name: string }[];
  const receivers = { Scanner: await receiverForThisTest(), Other: await receiverForThisTest() };
  for (const [name, receiver] of Object.entries(receivers))
    await made({ url: receiver.url, partnerId: partners.find((partner) => partner.name === name)?.id });
  const invoice = async (token: string, externalReferenceId: string) =>
    done(await call(token, paths.invoices, { externalReferenceId, supplierNumber: '1' })).id as string;
  const [own, foreign] = [await invoice(company.token, 'own'), await invoice(other, 'foreign')];
  const decide = async (id: string, decision: string, form: object) =>
    done(await decideAs(administrator, `${path}/invoices/${id}`, decision, form));
  await decide(own, 'approve', { comment: 'Fine, as agreed among ourselves.' });
  await decide(foreign, 'reject', { reason: 'Twice.' });
  await decide(own, 'reopen', { reason: 'Too early.' });
  const told = (name: keyof typeof receivers) =>
    receivers[name].received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  const ofInvoice = (supplierInvoiceId: string, externalReferenceId: string) => ({
    supplierInvoiceId,
    externalReferenceId,
    supplierNumber: '1',
  });
  await expect
    .poll(() => told('Scanner').map(({ type, data }) => [type, data]))
    .toEqual([
      ['supplierinvoice.approved', ofInvoice(own, 'own')],
      ['supplierinvoice.reopened', { ...ofInvoice(own, 'own'), from: 'approved', state: 'received' }],
    ]);
  await expect
    .poll(() => told('Other').map(({ type, data }) => [type, data]))
    .toEqual([['supplierinvoice.rejected', { ...ofInvoice(foreign, 'foreign'), reason: 'Twice.' }]]);
});
