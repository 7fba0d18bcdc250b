import { afterAll, expect, it } from 'vitest';
import { refuseUnknown } from './unknown-fields.ts';
import { contractOf, type Schema } from '../contract/document.ts';
import { openDoor, send } from '../testing/door.ts';
import { api, signedIn } from '../testing/operator.ts';
import { newId } from '../ground/db/ids.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const contract = contractOf((await send(door.url, 'GET', `${api}/openapi.json`, {})).body);
afterAll(() => door.close());

interface FieldCase {
  /** For example companies[0].nmae. */
  path: string;
  /** The smallest body with an unknown field at this path. */
  body: unknown;
  schema: Schema;
}

function fieldsIn(schema: Schema): FieldCase[] {
  const { properties, items, anyOf = [], oneOf = [], ...whole } = contract.resolve(schema);
  const own: FieldCase[] = properties === undefined ? [] : [{ path: '.nmae', body: { nmae: 1 }, schema: whole }];
  const inFields = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    fieldsIn(field).map(({ path, body, ...field }) => ({ path: `.${name}${path}`, body: { [name]: body }, ...field })),
  );
  const inItems = items === undefined ? [] : fieldsIn(items);
  return [
    ...own,
    ...inFields,
    ...inItems.map(({ path, body, ...field }) => ({ path: `[0]${path}`, body: [body], ...field })),
    ...[...anyOf, ...oneOf].flatMap(fieldsIn),
  ];
}

it('an unknown field at any level of any operator body is refused with its path, as documented', async () => {
  const seen: string[] = [];
  for (const { id, method, path, bodies } of contract.operations) {
    const json = bodies['application/json'];
    for (const field of json === undefined ? [] : fieldsIn(json)) {
      const at = path
        .replace('{companyId}', door.company)
        .replace('{place}', '1')
        .replaceAll(/\{[^}]+\}/g, () => newId());
      const { status, body } = await administrator.call(method, at.slice(api.length), field.body);
      const named = field.path.replace(/^\./, '');
      expect({ id, status, body }).toMatchObject({ id, status: 400 });
      expect(body.problems.map((problem: { path: string }) => problem.path)).toContain(named);
      expect(field.schema.additionalProperties, `${id} ${named}`).toBe(false);
      seen.push(named);
    }
  }
  expect(seen).toEqual(expect.arrayContaining(['nmae', 'companies[0].nmae', 'facilities[0].nmae', 'rules.nmae']));
});

it('a misspelt approval limit is refused with the nearest name, and creates no approver', async () => {
  const email = 'limited@example.com';
  const companies = [{ id: door.company, role: 'approver', aprovalLimit: '1000' }];
  const { status, body } = await administrator.call('POST', '/operators', { email, name: 'Limited', companies });
  expect({ status, problems: body.problems }).toMatchObject({
    status: 400,
    problems: [{ path: 'companies[0].aprovalLimit', code: 'field.unknown', parameters: { nearest: 'approvalLimit' } }],
  });
  expect((await door.pool.query('SELECT FROM operators WHERE email = $1', [email])).rowCount).toBe(0);
});

it('a name is known in a union if one of its forms has it', () => {
  const form = {
    properties: {
      of: { anyOf: [{ properties: { a: {} } }, { items: { properties: { b: { properties: { c: {} } } } } }] },
    },
  };
  refuseUnknown({ of: { a: 1 } }, form);
  refuseUnknown({ of: [{ b: { c: 1 } }, null] }, form);
  const refused = (body: unknown) => {
    try {
      refuseUnknown(body, form);
    } catch (error) {
      return (error as { problems: { path: string }[] }).problems.map(({ path }) => path);
    }
    return [];
  };
  expect(refused({ of: { b: 1 } })).toEqual(['of.b']);
  expect(refused({ x: 1, of: [{ b: {} }, { b: { d: 1 } }] })).toEqual(['x', 'of[1].b.d']);
});
