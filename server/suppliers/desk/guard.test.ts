import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const path = `/companies/${door.company}/suppliers`;
afterAll(() => door.close());

const patch = (number: string, body: object) => approver.call('PATCH', `${path}/${number}`, body);
const read = async (number: string) => (await approver.call('GET', `${path}/${number}`)).body;

it('an invalid number is a 400 that names the field and the reason, and changes nothing', async () => {
  await door.addSupplier('G1', { city: 'Visby' });
  const before = await read('G1');
  for (const [field, value, code, why, said] of [
    ['bankGiro', 'hello world', 'bankgiro.wrong', 'characters', 'bankGiro may have digits, spaces and dashes only'],
    ['bankGiro', '991-234', 'bankgiro.wrong', 'length', 'bankGiro must have 7 or 8 digits'],
    ['bankGiro', '991-2345', 'bankgiro.wrong', 'digit', 'bankGiro has a wrong check digit'],
    ['bankGiro', ' ', 'bankgiro.wrong', 'length', 'bankGiro must have 7 or 8 digits'],
    ['bankGiro', '９９１-２３４６', 'bankgiro.wrong', 'characters', 'bankGiro may have digits, spaces and dashes only'],
    ['postGiro', 'x', 'postgiro.wrong', 'characters', 'postGiro may have digits'],
    ['postGiro', '12345-4', 'postgiro.wrong', 'digit', 'postGiro has a wrong check digit'],
    [
      'organizationalNumber',
      '556016-0681',
      'organization.wrong',
      'digit',
      'organizationalNumber has a wrong check digit',
    ],
    ['organizationalNumber', '811218-****', 'organization.wrong', 'characters', 'organizationalNumber may have digits'],
    ['iban', 'SE4550000000058398257467', 'iban.wrong', 'digit', 'iban has wrong check digits'],
    ['iban', 'hello world', 'iban.wrong', 'country', 'iban must begin with the letters of a country'],
    ['bicSwift', 'hello world', 'bic.wrong', 'length', 'bicSwift must have 8 or 11 characters'],
    ['bicSwift', 'ESSEXXSS', 'bic.wrong', 'country', 'bicSwift must have the letters of a country'],
  ] as const) {
    const answer = await patch('G1', { [field]: value, city: 'Kiruna' });
    expectProblem(answer, 400, said);
    expect(answer.body.problems).toEqual([expect.objectContaining({ path: field, code, parameters: { why } })]);
  }
  expect(await read('G1')).toEqual(before);
});

it('all wrong numbers are named at once', async () => {
  await door.addSupplier('G2');
  const answer = await patch('G2', {
    bankGiro: '1',
    postGiro: '1',
    organizationalNumber: '1',
    iban: '1',
    bicSwift: '1',
  });
  expect(answer.body.problems.map((problem: { path: string }) => problem.path)).toEqual([
    'organizationalNumber',
    'bankGiro',
    'postGiro',
    'iban',
    'bicSwift',
  ]);
});

it('valid numbers are kept as they were written, and those of other countries too', async () => {
  await door.addSupplier('G3');
  for (const body of [
    { bankGiro: '5050-1055', postGiro: '12 34 5-5', organizationalNumber: '16556016-0680' },
    { organizationalNumber: 'SE556016068001' },
    { organizationalNumber: 'FI01120389' },
    { iban: 'SE45 5000 0000 0583 9825 7466', bicSwift: 'essesess' },
    { bankGiro: '', postGiro: null, organizationalNumber: '', iban: null, bicSwift: '' },
  ]) {
    const answer = await patch('G3', body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject(
      Object.fromEntries(Object.entries(body).map(([field, value]) => [field, value ?? ''])),
    );
  }
});

it('a wrong number that a partner sent is kept, and keeps nobody from changing something else', async () => {
  const wrong = { bankGiro: 'hello', postGiro: '1', organizationalNumber: '1', iban: 'SE45', bicSwift: 'x' };
  await door.addSupplier('G4', wrong);
  expect(await read('G4')).toMatchObject(wrong);
  expect((await patch('G4', { phone: '1', ...wrong })).body).toMatchObject({ phone: '1', ...wrong });
  // The invalid IBAN cannot be compared, so only the BIC is checked.
  expect((await patch('G4', { bicSwift: 'NDEAFIHH' })).status).toBe(200);
  expectProblem(await patch('G4', { bankGiro: 'hello you' }), 400, 'bankGiro');
  expect((await patch('G4', { bankGiro: '' })).status).toBe(200);
});

it('an IBAN and a BIC of different countries are refused, by the values as they will be', async () => {
  const iban = { se: 'SE4550000000058398257466', fi: 'FI2112345600000785' };
  await door.addSupplier('G5', { iban: iban.se, bicSwift: 'ESSESESS' });
  const refused = await patch('G5', { bicSwift: 'NDEAFIHH' });
  expectProblem(refused, 400, 'bicSwift does not fit: the IBAN is of SE and the BIC of FI');
  expect(refused.body.problems).toMatchObject([
    { path: 'bicSwift', code: 'bic.country', parameters: { iban: 'SE', bic: 'FI' } },
  ]);
  expect((await patch('G5', { iban: iban.fi })).body.problems).toMatchObject([{ path: 'iban', code: 'bic.country' }]);
  expect((await patch('G5', { iban: iban.fi, bicSwift: 'NDEAFIHH' })).status).toBe(200);
  expect((await patch('G5', { bicSwift: '' })).status).toBe(200);
  expect((await patch('G5', { iban: iban.se })).status).toBe(200);
});
