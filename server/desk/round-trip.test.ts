import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, send } from '../testing/door.ts';
import { api, signedIn, type SignedIn } from '../testing/operator.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const base = `/companies/${door.company}`;
const supplier = (number: string, more: Record<string, unknown>) => door.addSupplier(number, more);
await supplier('=1', { name: '=cmd|’calc’', city: 'a "b", c; d', phone: '+46 18 000 00 00' });
await supplier("'-2", { name: "'-quoted", street: '@home', website: 'two\r\nlines' });
await supplier('0012', { name: ' Åkes Rör & Måleri ', organizationalNumber: '121212-1212', bankGiro: '991-2346' });
await supplier('4', { name: 'Tab\tand; =formula', postIndex: '-1,5', iban: 'SE4550000000058398257466' });
await approver.call('POST', `${base}/suppliers/4/block`, { reason: '=because' });
const project = (number: string, proposalIds: string[], facilities: { number: string; name: string }[]) =>
  approver.call('POST', `${base}/projects`, { number, name: `Eken ${number}`, proposalIds, facilities });
await project('P1', ['P-1', '=P-2', 'a|b', 'c\\d=e'], [{ number: '1', name: 'Main building' }]);
await project(
  '-P2',
  [],
  [
    { number: '=1', name: '+1' },
    { number: '2|3', name: 'a=b|c\\' },
    { number: '\\', name: '' },
  ],
);
afterAll(() => door.close());

const fileOf = async (path: string, query: string) => {
  const response = await fetch(`${door.url}${api}${base}${path}?format=csv${query}`, {
    headers: { cookie: approver.cookie },
  });
  return Buffer.from(await response.arrayBuffer());
};
const upload = (path: string, raw: Uint8Array, type = 'text/csv') =>
  send(door.url, 'POST', `${api}${base}${path}/import`, {
    raw,
    headers: { 'content-type': type, cookie: approver.cookie, 'x-doorway-console': '1' },
  });
const everything = async () =>
  (
    await door.pool.query(
      `SELECT (SELECT jsonb_agg(suppliers ORDER BY number) FROM suppliers WHERE company_id = $1) AS suppliers,
              (SELECT jsonb_agg(projects ORDER BY number) FROM projects WHERE company_id = $1) AS projects,
              (SELECT jsonb_agg(project_facilities ORDER BY number) FROM project_facilities WHERE company_id = $1) AS facilities,
              (SELECT jsonb_agg(project_proposals ORDER BY proposal_id) FROM project_proposals WHERE company_id = $1) AS proposals,
              (SELECT max(seq) FROM events WHERE company_id = $1) AS events, (SELECT count(*) FROM audit_log WHERE company_id = $1) AS audited`,
      [door.company],
    )
  ).rows[0];

const kinds = [
  ['for programs', ''],
  ['in English', '&language=en'],
  ['in Swedish', '&language=sv&zone=America/New_York'],
] as const;

describe.each(['/suppliers', '/projects'])('%s', (path) => {
  it.each(kinds)('exported %s can be imported again without a change', async (_kind, query) => {
    const file = await fileOf(path, query);
    const before = await everything();
    const answer = await upload(path, file);
    expect(answer.body).toMatchObject({ created: 0, updated: 0, unchanged: path === '/suppliers' ? 4 : 2 });
    expect(await everything()).toEqual(before);
  });

  it('imported into another company, every record is created there', async () => {
    const { id: otherCompany } = await door.addCompany(`Other of ${path}`);
    const file = (await fileOf(path, '&language=sv')).toString('utf8').replace(/121212-\*{4}/, '');
    const other = await signedIn(door, 'approver', otherCompany);
    const { body } = await send(door.url, 'POST', `${api}/companies/${otherCompany}${path}/import`, {
      raw: Buffer.from(file),
      headers: { 'content-type': 'text/csv', cookie: other.cookie, 'x-doorway-console': '1' },
    });
    expect(body).toMatchObject({ created: path === '/suppliers' ? 4 : 2 });
    const names = async (who: SignedIn, company: string) =>
      (await who.call('GET', `/companies/${company}${path}`)).body.rows.map((row: any) => [
        row.number,
        row.name.trim(),
        row.proposalIds ?? row.city,
        row.facilities ?? row.iban,
      ]);
    expect(await names(other, otherCompany)).toEqual(await names(approver, door.company));
  });
});

it('the file for people has localised separators, headings, times and words', async () => {
  const swedish = (await fileOf('/suppliers', '&language=sv&zone=Europe/Stockholm&q=tab'))
    .toString('utf8')
    .split('\r\n');
  expect(swedish[0]).toBe(
    '\uFEFFLeverantörsnummer;Namn;Organisationsnummer;Gatuadress;Postnummer;Ort;Land;Telefon;E-post;Webbplats;Bankgiro;Plusgiro;IBAN;BIC;Spärrad;Spärrad för att;Ändrad',
  );
  expect(swedish[1]).toMatch(/^4;"Tab\tand; '=formula";.*;ja;'=because;20\d\d-\d\d-\d\d \d\d:\d\d$/);
  const english = (await fileOf('/projects', '&language=en')).toString('utf8').split('\r\n');
  expect(english[0]).toBe('\uFEFFProject number,Name,Proposal ids,Facilities,Work orders,Warnings,Id');
  expect(english[1]).toMatch(
    /^'-P2,Eken -P2,,2\\\|3=a\\=b\\\|c\\\\\|\\=1=\+1\|\\\\,0,"No proposal id, More than one facility",/,
  );
});

it.each([
  ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['utf-16be', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['utf-8', (text: string) => Buffer.from(text)],
] as const)('a file in %s is decoded, and the answer names its encoding', async (encoding, encoded) => {
  const number = `enc-${encoding}`;
  const file = encoded(`Leverantörsnummer\tNamn\tOrt\r\n${number}\tÖsterlens Måleri\tMalmö\r\n`);
  for (const type of ['text/csv', `text/csv; charset=${encoding}`, 'text/csv; charset=iso-8859-1'])
    expect(await upload('/suppliers', file, type)).toMatchObject({ status: 200, body: { encoding } });
  expect((await approver.call('GET', `${base}/suppliers/${number}`)).body).toMatchObject({
    name: 'Österlens Måleri',
    city: 'Malmö',
    createdBy: 'The approver',
  });
  expect((await upload('/suppliers', file, 'text/csv; charset=koi8-r')).status).toBe(415);
});

it('a file with a replacement character is refused', async () => {
  const csv = Buffer.from('number,name\nL1,x\nL2,Bl\uFFFD\n');
  expect((await upload('/suppliers', csv)).body.message).toContain('line 3: there is a replacement character');
  const json = Buffer.from('[{"number":"L1","name":"x"},\n{"number":"L2","name":"Bl\\ufffd"}]');
  expect((await upload('/suppliers', json, 'application/json')).body.message).toContain(
    'line 2: there is a replacement character',
  );
  expect((await approver.call('GET', `${base}/suppliers/L1`)).status).toBe(404);
});

it('an import is checked like a change, names each mistake with its line, and then changes nothing', async () => {
  const { body, status } = await upload(
    '/suppliers',
    Buffer.from(
      'number,name,bankGiro,organizationalNumber,iban\n4,,991-2347,,\nG1,,,,\nG2,Good,991-2346,,\nG3,x,,121212-****,SE1\n',
    ),
  );
  expect(status).toBe(400);
  expect(body.message.split('\n')).toEqual([
    'line 2: name is required',
    'line 3: name is required',
    'Nothing was imported, because the file has 2 mistakes.',
  ]);
  const guarded = await upload(
    '/suppliers',
    Buffer.from('number,name,bankGiro,organizationalNumber,iban\n4,Four,991-2347,,\nG3,x,,121212-****,SE1\n'),
  );
  expect(guarded.body.problems).toMatchObject([
    { line: 2, path: 'bankGiro', code: 'bankgiro.wrong' },
    { line: 3, path: 'organizationalNumber', code: 'organization.wrong' },
    { line: 3, path: 'iban', code: 'iban.wrong' },
  ]);
  expect((await approver.call('GET', `${base}/suppliers/G2`)).status).toBe(404);
});

it('events, history and audit log name the operator who imported', async () => {
  await upload('/suppliers', Buffer.from('number,city\n4,Boden\n'));
  const { rows } = (await approver.call('GET', `${base}/suppliers/4/history`)).body;
  expect(rows[0]).toMatchObject({ by: 'The approver', changes: [{ field: 'city', from: '', to: 'Boden' }] });
  const events = await door.pool.query(
    `SELECT data FROM events WHERE company_id = $1 AND subject_id = '4' ORDER BY seq DESC LIMIT 1`,
    [door.company],
  );
  expect(events.rows[0].data).toEqual({
    number: '4',
    name: 'Tab\tand; =formula',
    by: { id: approver.id, name: 'The approver' },
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  const audited = await door.pool.query(
    `SELECT operator_id, data FROM audit_log WHERE action = 'suppliers.imported' AND company_id = $1 ORDER BY seq DESC LIMIT 1`,
    [door.company],
  );
  expect(audited.rows).toEqual([{ operator_id: approver.id, data: { created: 0, updated: 1, unchanged: 0 } }]);
  const viewer = await signedIn(door, 'viewer');
  const refused = await send(door.url, 'POST', `${api}${base}/suppliers/import`, {
    raw: 'number\n4\n',
    headers: { 'content-type': 'text/csv', cookie: viewer.cookie, 'x-doorway-console': '1' },
  });
  expect(refused.status).toBe(403);
});
