import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { countOf } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
afterAll(() => door.close());

const whole = {
  number: 'whole',
  name: 'Nordbygg Material',
  organizationalNumber: '556016-0680',
  city: 'Uppsala',
  street: 'Kungsgatan 12',
  postIndex: '753 18',
  country: 'SE',
  phone: '+46 18 000 00 00',
  email: 'faktura@nordbygg.example',
  website: 'https://nordbygg.example',
  bankGiro: '991-2346',
  postGiro: '12345-5',
  iban: 'SE4550000000058398257466',
  bicSwift: 'ESSESESS',
};

const listed = async (number: string) =>
  (await door.call('GET', `${paths.suppliers}?number=${encodeURIComponent(number)}`)).body.suppliers[0] as Record<
    string,
    string
  >;

it('a supplier with every field is answered with a message alone, and listed as it was sent', async () => {
  const { status, body } = await door.post(paths.suppliers, whole);
  expect({ status, body }).toEqual({ status: 200, body: { message: 'Supplier created.' } });
  expect(await listed('whole')).toEqual(whole);
});

it('a supplier with the required fields alone has empty strings for the others', async () => {
  await door.post(paths.suppliers, { number: 'bare', name: 'Bare', city: null });
  expect(await listed('bare')).toEqual({
    ...Object.fromEntries(Object.keys(whole).map((field) => [field, ''])),
    number: 'bare',
    name: 'Bare',
  });
});

it('a number that exists is a 409 that tells what differs, and changes nothing', async () => {
  const supplier = { ...whole, number: 'twice', colour: 'red', size: 1.5 };
  expect((await door.post(paths.suppliers, supplier)).status).toBe(200);
  const before = await countOf(door, 'events');
  expectProblem(
    await door.post(paths.suppliers, supplier),
    409,
    'A supplier with the number "twice" exists already; nothing differs from what was sent now.',
  );
  expectProblem(
    await door.post(paths.suppliers, { ...supplier, bankGiro: '1-1', colour: 'blue', iban: undefined }),
    409,
    /exists already; it differs from what was sent now in (bankGiro|colour|iban), (bankGiro|colour|iban), (bankGiro|colour|iban)\.$/,
  );
  expect(await listed('twice')).toEqual({ ...whole, number: 'twice' });
  expect(await countOf(door, 'events')).toBe(before);
});

it('a repeat with empty strings differs in nothing from itself', async () => {
  const supplier = { number: 'empty', name: 'Empty', city: '', phone: '' };
  expect((await door.post(paths.suppliers, supplier)).status).toBe(200);
  expectProblem(await door.post(paths.suppliers, supplier), 409, 'nothing differs from what was sent now.');
});

it('a number belongs to the company, whichever partner registered it, and is free in another company', async () => {
  await door.post(paths.suppliers, { number: 'shared', name: 'Ours' });
  const colleague = await door.tokenFor({ partner: 'Another' });
  expectProblem(
    await door.call('POST', paths.suppliers, { token: colleague, body: { number: 'shared', name: 'Theirs' } }),
    409,
    'it differs from what was sent now in name.',
  );
  const { token: stranger } = await door.addCompany('Other');
  expect(
    (await door.call('POST', paths.suppliers, { token: stranger, body: { number: 'shared', name: 'Theirs' } })).status,
  ).toBe(200);
  expect((await listed('shared')).name).toBe('Ours');
});

it('numbers are told apart by every character but white space at their ends', async () => {
  for (const number of ['a', 'A', 'a b', 'a  b', 'å', '01', '1', '1.0'])
    expect((await door.post(paths.suppliers, { number, name: 'N' })).status, number).toBe(200);
});

it('of sixty equal suppliers at once one is registered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => door.post(paths.suppliers, { number: 'sixty', name: `Attempt ${at}` })),
  );
  const accepted = answers.flatMap(({ status }, at) => (status === 200 ? [`Attempt ${at}`] : []));
  expect(accepted).toEqual([(await listed('sixty')).name]);
  for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409);
});
