import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { isPersonal, withTestValues } from './test-values.ts';
import { tablesOfCompanies } from './company-tables-store.ts';
import { fitsModulus10 } from '../../common/numbers/digits.ts';
import { maskPersonal, wrongOrganization } from '../../common/numbers/organization.ts';
import { wrongBankGiro, wrongPostGiro } from '../checks/numbers/giro.ts';
import { differentCountries, wrongBic, wrongIban } from '../checks/numbers/iban.ts';
import { emptyEntry, type SupplierEntry } from '../suppliers/shape.ts';
import { openDoor } from '../testing/door.ts';
import { runs } from '../testing/properties.ts';
import { sandboxOf } from '../testing/sandbox.ts';

const door = await openDoor();
afterAll(() => door.close());

const person = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), fc.nat(999))
  .map(([year, month, day, birth]) => {
    const two = (number: number) => String(number).padStart(2, '0');
    const nine = `${two(year)}${two(month)}${two(day)}${String(birth).padStart(3, '0')}`;
    return nine + [...'0123456789'].find((digit) => fitsModulus10(nine + digit));
  });
const written = fc.constantFrom(
  (ten: string) => ten,
  (ten: string) => `${ten.slice(0, 6)}-${ten.slice(6)}`,
  (ten: string) => `19${ten}`,
  (ten: string) => `${ten.slice(0, 6)}+${ten.slice(6)}`,
  (ten: string) => `SE${ten}01`,
  (ten: string) => `pnr ${ten.slice(0, 6)} ${ten.slice(6)}`,
  (ten: string) => [...ten].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
  (ten: string) => ten.slice(0, 9),
);
const text = fc.string({ minLength: 1, maxLength: 20 });
const entry = fc.record(
  Object.fromEntries(Object.keys(emptyEntry).map((field) => [field, text])),
) as unknown as fc.Arbitrary<SupplierEntry>;

it('a supplier keeps nothing that is a person’s, no account, telephone or e-mail, and has valid ones instead', () => {
  fc.assert(
    fc.property(entry, person, written, (supplier, ten, write) => {
      const real = { ...supplier, organizationalNumber: write(ten), phone: 'p'.repeat(30), email: 'e'.repeat(30) };
      const copy = withTestValues(real);
      for (const field of Object.keys(real) as (keyof SupplierEntry)[])
        if (!['number', 'country'].includes(field) && real[field].trim() !== '')
          expect(copy[field], field).not.toBe(real[field]);
      expect(wrongOrganization(copy.organizationalNumber)).toBeUndefined();
      expect(maskPersonal(copy.organizationalNumber)).not.toBe(copy.organizationalNumber);
      expect(copy.organizationalNumber).toMatch(/-9[89]\d\d$/);
      const given = withTestValues({ ...real, bankGiro: 'x', postGiro: 'x', iban: 'x', bicSwift: 'x' });
      expect([wrongBankGiro(given.bankGiro), wrongPostGiro(given.postGiro), wrongIban(given.iban)]).toEqual(
        Array(3).fill(undefined),
      );
      expect([wrongBic(given.bicSwift), differentCountries(given.iban, given.bicSwift)]).toEqual([
        undefined,
        undefined,
      ]);
      expect(withTestValues(real)).toEqual(copy);
    }),
    runs(500),
  );
});

it('an organisation keeps its name, number and address, and empty fields stay empty', () => {
  const real = {
    ...emptyEntry,
    number: '1042',
    name: 'Nordbygg AB',
    organizationalNumber: '556016-0680',
    city: 'Uppsala',
  };
  expect(withTestValues(real)).toEqual(real);
  expect(withTestValues({ ...real, organizationalNumber: 'DE129273398', phone: '018-1' })).toMatchObject({
    name: 'Nordbygg AB',
    organizationalNumber: 'DE129273398',
    phone: expect.stringMatching(/^\+46 8 465 004 \d\d$/),
  });
  expect(['8001011231', '19800101-1231', '800161-1238', 'L 800101-1231'].map(isPersonal)).toEqual(Array(4).fill(true));
  expect(['1042', '1000000000', '5560160680', '8001011230'].filter(isPersonal)).toEqual([]);
});

it('nothing personal of the real company is in any table of the sandbox', async () => {
  const secrets = {
    organizationalNumber: '8001011231',
    name: 'Anna Svensson Bygg',
    street: 'Hemvägen 7',
    postIndex: '753 18',
    city: 'Knivsta',
    phone: '070-123 45 67',
    email: 'anna.svensson@gmail.example',
    website: 'https://anna-svensson.example',
    bankGiro: '991-2346',
    postGiro: '12345-5',
    iban: 'SE4550000000058398257466',
    bicSwift: 'ESSESESS',
  };
  const personal = '8001011231';
  await door.addSupplier('P1', secrets);
  await door.addSupplier(personal, { name: 'Bo Ek' });
  // An unknown field of a supplier, and a proposal.
  const [unknown, proposed] = ['DE89370400440532013000', '5050-1055'];
  await door.addSupplier('U1', { settlement: { iban: unknown }, bankGiro: '100-0017' });
  const changed = { number: 'U1', name: 'Supplier U1', bankGiro: proposed };
  expect((await door.call('PUT', '/supplierinvoices/suppliers/U1', { body: changed })).body.message).toContain('waits');
  const { id, token } = await sandboxOf(door);
  const wanted = [...Object.values(secrets), '1231', 'Bo Ek', unknown, proposed, '100-0017'];
  for (const table of await tablesOfCompanies(door.pool)) {
    const { rows } = await door.pool.query(`SELECT row.*::text AS text FROM ${table} AS row WHERE company_id = $1`, [
      id,
    ]);
    for (const secret of wanted) expect(JSON.stringify(rows), `${table}: ${secret}`).not.toContain(secret);
  }
  const { suppliers } = (await door.call('GET', '/supplierinvoices/suppliers', { token })).body;
  expect(suppliers.map(({ number }: SupplierEntry) => number)).toEqual(['P1', 'U1']);
  expect(await sandboxOf(door)).toMatchObject({ id });
  expect((await door.call('GET', '/supplierinvoices/suppliers', { token })).body.suppliers).toEqual(suppliers);
});
