import pino from 'pino';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { queueGuardMail } from './guard.ts';
import type { QueuedMail } from './mail.ts';
import { audit, commandLine, theService, type Actor } from '../audit/record.ts';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';
import { openOwnDoor } from '../testing/door.ts';
import { signedIn, type SignedIn } from '../testing/operator.ts';
import { nowMs } from '../testing/time.ts';

const base = 'https://doorway.example.com';
const minuteMs = 60_000;

let queued: (QueuedMail & { key: string })[];
let now = nowMs();
const door = await openOwnDoor('Administrators are told of what is changed at all companies.');
const anna = await signedIn(door, 'administrator');
const bo = await signedIn(door, 'administrator');
afterAll(() => door.close());
beforeEach(async () => {
  queued = [];
  await door.pool.query(
    `UPDATE operators SET name = CASE id WHEN $1 THEN 'Anna' ELSE 'Bo' END, preferences = '{}'
                         WHERE id IN ($1, $2)`,
    [anna.id, bo.id],
  );
  await look();
  queued = [];
});

const lookAt = (at: number, queue = async (mail: QueuedMail, key: string) => void queued.push({ ...mail, key })) =>
  queueGuardMail({ db: door.pool, queue, base, log: pino({ level: 'silent' }) }, new Date(at));
const look = () => lookAt((now += minuteMs));
const done = async (answer: ReturnType<SignedIn['call']>) => {
  const { status, body } = await answer;
  expect(status, body.message).toBeLessThan(300);
  return body;
};
const path = () => `/companies/${door.company}`;
const changeSettings = (to: string, { id } = anna) => {
  const changes = [{ field: 'currency', from: to === 'EUR' ? 'SEK' : 'EUR', to }];
  return write('settings.changed', { changes }, { id, name: id === anna.id ? 'Anna' : 'Bo' });
};
const write = (action: string, data: object, by: Actor = asAnna(), company: CompanyId = door.company) =>
  audit(door.pool, company, by, { action, subjectType: 'thing', subjectId: 'T1', data }, new Date());
const asAnna = (): Actor => ({ id: anna.id, name: 'Anna' });

it('the other administrators get a mail with who changed what, before and after; the author does not', async () => {
  await door.pool.query(`UPDATE operators SET preferences = '{"language": "sv"}' WHERE id = $1`, [bo.id]);
  const third = await signedIn(door, 'administrator');
  await signedIn(door, 'approver');
  const invited = await signedIn(door, 'administrator');
  await door.pool.query('UPDATE operators SET joined_at = NULL WHERE id = $1', [invited.id]);
  await done(anna.call('PATCH', `${path()}/checks`, { rules: { 'sum.total': 'off' } }));
  await changeSettings('EUR');
  await look();
  expect(queued.map(({ operatorId }) => operatorId).toSorted()).toEqual([bo.id, third.id].toSorted());
  const english = queued.find(({ operatorId }) => operatorId === third.id);
  expect(english).toMatchObject({ companyId: door.company, subject: `${door.companyName}: 2 changes to know about` });
  expect(english?.text).toMatch(
    /^- Checks changed\n {2}Total does not add up: default → off\n {2}Anna, 20\d\d-\d\d-\d\d \d\d:\d\d \(Europe\/Stockholm\)\n- Settings changed\n {2}Currency of the approvers’ limits: SEK → EUR\n {2}Anna, /m,
  );
  expect(english?.text).toContain(`\n${base}/console/companies/${door.company}/audit\n`);
  expect(english?.text).toContain(`Hello The administrator,\n\nThis was changed at ${door.companyName}:\n\n- `);
  const swedish = queued.find(({ operatorId }) => operatorId === bo.id);
  expect(swedish?.text).toContain(`Hej Bo!\n\nDet här har ändrats hos ${door.companyName}:\n\n- `);
  expect(swedish?.subject).toBe(`${door.companyName}: 2 ändringar att känna till`);
  expect(swedish?.text).toContain('- Kontroller ändrade\n  Totalbeloppet stämmer inte: standard → av\n  Anna, ');
  await look();
  expect(queued).toHaveLength(2);
  await door.pool.query('UPDATE operators SET disabled_at = now() WHERE id = $1', [third.id]);
  await changeSettings('SEK', bo);
  await look();
  expect(queued.slice(2)).toMatchObject([
    { operatorId: anna.id, subject: `${door.companyName}: Settings changed (Bo)` },
  ]);
});

it('changes of operators and companies are mailed, sign-ins and links for a forgotten password are not', async () => {
  const viewer = await signedIn(door, 'viewer');
  const { id: other } = await done(anna.call('POST', '/companies', { name: 'Another company' }));
  const companies = [
    { id: door.company, role: 'viewer' },
    { id: other, role: 'approver', approvalLimit: '5000' },
  ];
  await done(anna.call('PATCH', `/operators/${viewer.id}`, { name: 'Cecilia', companies }));
  await write('operator.signedin', { network: '192.0.2.0/24' }, asAnna(), noCompany);
  await write('operator.forgotten', {}, { id: null, name: 'not signed in' }, noCompany);
  await look();
  expect(queued).toMatchObject([
    { operatorId: bo.id, companyId: noCompany, subject: 'Doorway: 3 changes to know about' },
  ]);
  const text = queued[0]?.text ?? '';
  expect(text).toContain('- Company created: Another company\n  Anna, ');
  expect(text).toContain(
    `- More rights for a user requested; it waits for a second administrator: Cecilia, ${viewer.email}\n  Companies: – → Another company (approver, limit 5000)\n  Anna, `,
  );
  expect(text).toContain(`- User changed: Cecilia, ${viewer.email}\n  Name: The viewer → Cecilia\n  Anna, `);
  expect(text).toMatch(/\/console\/companies\/[0-9a-f-]{36}\/audit\?where=service\n/);
});

it('an administrator of a company gets the mail of this company alone, with the roles in it', async () => {
  const [boss, elsewhere] = [
    await signedIn(door, 'companyAdministrator'),
    await signedIn(door, 'companyAdministrator', (await door.addCompany('Elsewhere')).id),
  ];
  const changes = [{ field: 'companies', from: [], to: [{ id: door.company, role: 'administrator' }] }];
  await write('operator.updated', { changes }, asAnna(), noCompany);
  await write('operator.rolechanged', { name: 'Cecilia', changes });
  await write('partner.created', { name: 'Scanner' });
  await look();
  const sentTo = (id: string) => queued.filter(({ operatorId }) => operatorId === id).map(({ text }) => text);
  expect([sentTo(elsewhere.id), sentTo(boss.id).length, sentTo(bo.id).length]).toEqual([[], 1, 2]);
  expect(sentTo(boss.id)[0]).toMatch(
    /- Role of a user changed: .*\n {2}Companies: – → Acme.* \(administrator\)\n {2}Anna, .*\n- Partner created: Scanner\n/,
  );
  expect(sentTo(bo.id).join('')).not.toContain('Role of a user changed');
  await door.pool.query('UPDATE operators SET disabled_at = now() WHERE id = ANY ($1)', [[boss.id, elsewhere.id]]);
});

it('a mail about a webhook has only the host of its address, and what the service did itself is not mailed', async () => {
  const [from, to] = ['https://user:pass@a.example.com/hook?key=1', 'https://b.example.com/hook?key=2'];
  await write('webhook.updated', {
    url: from,
    changes: [
      { field: 'url', from, to },
      { field: 'types', from: ['supplier.created'], to: [] },
    ],
  });
  await write('webhook.updated', { url: to, changes: [{ field: 'url', from: to, to: `${to}3` }] });
  await write('webhook.tested', { url: to });
  await write('webhook.switchedoff', { url: to, why: 'gone' }, theService);
  await look();
  expect(queued).toMatchObject([{ operatorId: bo.id, subject: `${door.companyName}: 2 changes to know about` }]);
  const text = queued[0]?.text ?? '';
  expect(text).toContain(
    '- Webhook endpoint changed: a.example.com\n  Address: a.example.com → b.example.com\n  Events: supplier.created → all\n',
  );
  expect(text).toContain('  Address: b.example.com → another path on the same host\n');
  expect(text).not.toMatch(/key=|hook\?|pass/);
});

it('changes by the command line are mailed to every administrator', async () => {
  await write('partner.created', { name: 'Scanner' }, commandLine);
  await look();
  expect(queued.map(({ operatorId }) => operatorId).toSorted()).toEqual([anna.id, bo.id].toSorted());
  expect(queued[0]?.subject).toBe(`${door.companyName}: Partner created (the command line)`);
});

it('a mail has at most 50 changes, on lines of bounded length that nobody can add others to', async () => {
  await write('partner.created', { name: `Evil\n\n- Settings changed${'x'.repeat(1_000)}` });
  for (let n = 2; n <= 53; n++) await write('partner.created', { name: `P${n}` });
  await look();
  const text = queued[0]?.text ?? '';
  expect(text).toMatch(/^- Partner created: Evil - Settings changedx+…$/m);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(400);
  expect(text.match(/^- /gm)).toHaveLength(50);
  expect(text).toContain('\n\nAnd 3 more.\n\n');
});

it('one of several processes runs, a mail that could not be queued comes later, and changes older than a day are never mailed', async () => {
  await changeSettings('NOK');
  const at = (now += minuteMs);
  await lookAt(at, () => Promise.reject(new Error('the queue is away')));
  await changeSettings('DKK');
  await Promise.all([lookAt(at), look(), lookAt(at + minuteMs + 1_000)]);
  expect(queued).toMatchObject([{ operatorId: bo.id, subject: `${door.companyName}: 2 changes to know about` }]);
  await changeSettings('SEK');
  await lookAt(now + 24 * 60 * minuteMs + minuteMs);
  await look();
  expect(queued).toHaveLength(1);
});

it('a mail names a directory by its name, also for rows that wait and for whom roles come from', async () => {
  const form = { name: 'Acme ID', issuer: 'https://login.example.com', clientId: 'doorway' };
  const { directories } = await done(anna.call('POST', '/directories', form));
  const [{ id }] = directories;
  const row = { claim: 'groups', value: 'clerks', company: door.company, role: 'viewer' };
  const { proposals } = await done(anna.call('PATCH', `/directories/${id}`, { roles: [row] }));
  await done(bo.call('POST', `/directories/proposals/${proposals[0].id}/confirm`));
  const changes = [{ field: 'rolesFrom', from: null, to: id }];
  await write('operator.updated', { changes }, asAnna(), noCompany);
  await look();
  const text = queued.find(({ operatorId }) => operatorId === bo.id)?.text ?? '';
  expect(text).toMatch(/- Directory added: Acme ID\n/);
  expect(text).toMatch(/waits for a second administrator: Acme ID\n/);
  expect(text).toContain('Roles from directory: – → Acme ID\n');
  expect(queued.find(({ operatorId }) => operatorId === anna.id)?.text).toMatch(
    /: Acme ID\n {2}Roles: – → groups=clerks/,
  );
  expect(queued.map(({ text: all }) => all).join('')).not.toContain(id);
});
