import { afterAll, expect, it } from 'vitest';
import { readContents } from '../testing/imports.ts';
import { openDoor, paths } from '../testing/door.ts';
import { checkProjects, importProjects, projectLayout } from './import.ts';

const door = await openDoor();
afterAll(() => door.close());

const check = (text: string) => checkProjects(readContents(Buffer.from(text), '-', projectLayout));
const importText = async (text: string, company = door.companyName) =>
  importProjects(door.pool, company, await check(text));
const order = (id: string, proposalId: string) => door.post(paths.workOrders, { id, proposalId });

async function stored(number: string) {
  const { rows } = await door.pool.query(
    `SELECT name,
            ARRAY (SELECT proposal_id FROM project_proposals WHERE company_id = $1 AND project_id = projects.id ORDER BY 1) AS proposals,
            ARRAY (SELECT number || '=' || name FROM project_facilities
                   WHERE company_id = $1 AND project_id = projects.id ORDER BY 1) AS facilities
     FROM projects WHERE company_id = $1 AND number = $2`,
    [door.company, number],
  );
  return rows[0];
}

it('a work order for an imported project succeeds, and follows the next import', async () => {
  expect(await importText('number,name,proposalIds,facilities\nW1,Eken,W-1|W-2,1=Main building')).toEqual({
    created: 1,
    updated: 0,
    warnings: [],
  });
  expect(await order('w-1', 'W-2')).toMatchObject({ status: 200, body: { title: 'Eken #1' } });
  expect(await importText('[{"number":"W1","name":"Linden","proposalIds":["W-1"]}]')).toEqual({
    created: 0,
    updated: 1,
    warnings: [],
  });
  expect(await order('w-2', 'W-1')).toMatchObject({ status: 200, body: { title: 'Linden #2' } });
  expect((await order('w-3', 'W-2')).status).toBe(400);
});

it('cells hold several values, and a facility needs no name', async () => {
  await importText('number;name;proposalIds;facilities\nC1;Two;" A | B |";1=Main = old building| 2 |3=\nC2;None;;\n');
  expect(await stored('C1')).toEqual({
    name: 'Two',
    proposals: ['A', 'B'],
    facilities: ['1=Main = old building', '2=', '3='],
  });
  expect(await stored('C2')).toEqual({ name: 'None', proposals: [], facilities: [] });
});

it('a value in the file replaces the stored one, an absent one leaves it', async () => {
  const facilities = [{ number: '1', name: 'House' }, { number: '2' }];
  await importText(JSON.stringify([{ number: 'R1', name: 'Before', proposalIds: ['R-1', 'R-2'], facilities }]));
  await importText('number,name,facilities\nR1,After,9=Barn');
  expect(await stored('R1')).toEqual({ name: 'After', proposals: ['R-1', 'R-2'], facilities: ['9=Barn'] });
  await importText('[{"number":"R1","name":"After","proposalIds":[],"facilities":null}]');
  expect(await stored('R1')).toEqual({ name: 'After', proposals: [], facilities: ['9=Barn'] });
  await importText('number,name,facilities\nR1,After,');
  expect(await stored('R1')).toEqual({ name: 'After', proposals: [], facilities: [] });
});

it('an obstacle to work orders is a warning', async () => {
  await importText('number,name,proposalIds,facilities\nV0,Other,V-1,1');
  expect(
    await importText('number,name,proposalIds,facilities\nV1,Same,V-1|V-2,1\nV2,Empty,V-3,\nV3,Many,V-2,1|2'),
  ).toEqual({
    created: 3,
    updated: 0,
    warnings: [
      'Proposal id V-1 is on more than one project (V0, V1); work orders for it will be refused.',
      'Proposal id V-2 is on more than one project (V1, V3); work orders for it will be refused.',
      'Project Empty (V2) has no facility; work orders for it will be refused.',
      'Project Many (V3) has 2 facilities; work orders for it will be refused.',
    ],
  });
  expect((await order('v-1', 'V-1')).status).toBe(400);
  expect((await order('v-2', 'V-3')).status).toBe(400);
});

it('every mistake is named at once, with its line and field', async () => {
  const long = 'x'.repeat(256);
  await expect(
    check(
      `number,name,proposalIds,facilities\n,Eken,A|A,=Main\nP1,,${long},1=a|1=b\nP1,😀${long.slice(1)},,${'😀'.repeat(255)}\n`,
    ),
  ).rejects.toThrow(
    [
      'line 2: number is required',
      'line 2: facilities[0].number is required',
      'line 2: proposalIds[1] "A" is at proposalIds[0] too',
      'line 3: name is required',
      'line 3: proposalIds[0] must have at most 255 characters',
      'line 3: facilities[1].number "1" is at facilities[0].number too',
      'line 4: name must have at most 255 characters',
      'line 4: number "P1" is on line 3 too',
      'Nothing was imported, because the file has 8 mistakes.',
    ].join('\n'),
  );
  const projects = [
    { number: 1, name: null, proposalIds: 'A', facilities: {} },
    { number: 'P2', name: ' ', proposalIds: [2, null, ''], facilities: [7, { number: 1, nmber: 'x', name: 3 }] },
    { number: 'P3', name: 'a\0b', facility: [], proposalIds: ['\ud800'] },
  ];
  await expect(check(`[${projects.map((project) => JSON.stringify(project)).join(',\n')}]`)).rejects.toThrow(
    [
      'line 1: [0].number must be a string',
      'line 1: [0].name is required',
      'line 1: [0].proposalIds must be an array',
      'line 1: [0].facilities must be an array',
      'line 2: [1].name is required',
      'line 2: [1].proposalIds[0] must be a string',
      'line 2: [1].proposalIds[1] is required',
      'line 2: [1].proposalIds[2] is required',
      'line 2: [1].facilities[0] must be a JSON object',
      'line 2: [1].facilities[1].nmber is not a known field; did you mean number?',
      'line 2: [1].facilities[1].number must be a string',
      'line 2: [1].facilities[1].name must be a string',
      'line 3: [2].facility is not a known field; the fields are number, name, proposalIds, facilities',
      'line 3: [2].name must not contain U+0000 or half of a surrogate pair',
      'line 3: [2].proposalIds[0] must not contain U+0000 or half of a surrogate pair',
      'Nothing was imported, because the file has 15 mistakes.',
    ].join('\n'),
  );
});

it('an import that fails half-way leaves nothing behind', async () => {
  const many = Array.from({ length: 5_001 }, (_, at) => ({
    number: `H${at}`,
    name: 'x',
    proposalIds: [],
    facilities: [],
  }));
  // The database rejects the last project, in the second chunk, because this test skips the check.
  const projects = [...many, { number: 'Z', name: '', proposalIds: [], facilities: [] }];
  await expect(importProjects(door.pool, door.companyName, projects)).rejects.toThrow('check constraint');
  expect(await stored('H0')).toBeUndefined();
  expect(await importProjects(door.pool, door.companyName, many)).toMatchObject({ created: 5_001, updated: 0 });
});

it('imports of the same projects at the same time, and work orders beside them, all succeed', async () => {
  await importText('number,name,proposalIds,facilities\nT1,Race,T-1,1');
  const file = (turn: number) =>
    JSON.stringify(
      Array.from({ length: 200 }, (_, at) => ({
        number: `T${turn % 2 === 0 ? at : 199 - at}`,
        name: 'Race',
        proposalIds: [`T-${turn % 2 === 0 ? at : 199 - at}`],
        facilities: [{ number: '1' }],
      })),
    );
  const turns = Array.from({ length: 8 }, (_, turn) => turn);
  const orders = turns.map((turn) => order(`t-${turn}`, 'T-1'));
  const imports = await Promise.all(turns.map((turn) => importText(file(turn))));
  expect(imports.map(({ created, updated }) => created + updated)).toEqual(turns.map(() => 200));
  expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(turns.map(() => 200));
});

it('an import changes only its own company, which must exist', async () => {
  const other = await door.addCompany('Other');
  await importText('number,name\nO1,Ours');
  expect(await importText('number,name\nO1,Theirs', other.name)).toMatchObject({ created: 1 });
  expect(await stored('O1')).toMatchObject({ name: 'Ours' });
  const { rows } = await door.pool.query<{ name: string }>('SELECT name FROM companies ORDER BY name');
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([door.companyName, other.name]));
  await expect(importText('number,name\nO1,x', 'Nobody')).rejects.toThrow(
    `There is no company "Nobody". There are: ${rows.map(({ name }) => name).join(', ')}.`,
  );
});
