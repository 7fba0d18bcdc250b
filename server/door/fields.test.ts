import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usedLengths, usedLengthsOfSupplier, usedLengthsOfWorkOrder } from '../../common/used-lengths.ts';
import { openDoor } from '../testing/door.ts';
import { countOf, creationsOn, type Creation } from '../testing/operations.ts';
import { expectProblem } from '../testing/problem.ts';

const text: Record<Creation['name'], { required: string[]; optional: string[] }> = {
  createSupplier: {
    required: ['number', 'name'],
    optional: [
      'organizationalNumber',
      'city',
      'street',
      'postIndex',
      'country',
      'phone',
      'email',
      'website',
      'bankGiro',
      'postGiro',
      'iban',
      'bicSwift',
    ],
  },
  createSupplierInvoice: {
    required: ['externalReferenceId', 'supplierNumber'],
    optional: [
      'supplierName',
      'supplierOrganizationalNumber',
      'supplierBankGiro',
      'supplierPostGiro',
      'supplierInvoiceNumber',
      'orderNumber',
      'projectName',
      'externalReference',
      'internalReference',
      'currency',
      'paymentReferenceOCR',
      'creditInvoiceReference',
      'freight',
    ],
  },
  attach: { required: ['supplierInvoiceId', 'fileName', 'content'], optional: ['contentType'] },
  createWorkOrder: { required: ['id', 'proposalId'], optional: ['description'] },
};

const longer: Record<string, number> = { description: 10_000 };
const anyLength = new Set([
  'content',
  ...[usedLengths, usedLengthsOfSupplier, usedLengthsOfWorkOrder].flatMap((used) => Object.keys(used)),
]);

const problems = (message: string) => message.replace(/\.$/, '').split('; ').sort();
const noText: unknown[] = [12, true, ['a'], { a: 1 }];

let seeds = 0;
const door = await openDoor();
const creations = await creationsOn(door);
afterAll(() => door.close());

describe.each(Object.entries(text))('%s', (name, { required, optional }) => {
  let creation: Creation;
  let body: Record<string, unknown>;
  let before: number;
  const post = (changes: object) => door.post(creation.path, { ...body, ...changes });
  beforeAll(async () => {
    creation = creations.find((one) => one.name === name) as Creation;
    body = await creation.body(`fields-${seeds++}`);
    before = await countOf(door, creation.table);
  });

  it('names every required field of an empty body, and nothing else', async () => {
    const answer = await door.post(creation.path, {});
    expectProblem(answer, 400);
    expect(problems(answer.body.message)).toEqual(required.map((field) => `${field} is required`).sort());
  });

  it.each(required)('names a field that was meant to be %s', async (field) => {
    const sent = field.toUpperCase();
    expectProblem(
      await post({ [field]: undefined, [sent]: 'x' }),
      400,
      `${field} is required; did you mean it by "${sent}"?`,
    );
  });

  it.each(required)('requires %s', async (field) => {
    expectProblem(await post({ [field]: undefined }), 400, `${field} is required.`);
    expectProblem(await post({ [field]: null }), 400, `${field} is required.`);
    expectProblem(
      await post({ [field]: '' }),
      400,
      field === 'content' ? 'the file is empty.' : `${field} must not be empty.`,
    );
    expectProblem(
      await post({ [field]: ' \t\u00A0\n' }),
      400,
      field === 'content' ? '' : `${field} must not be empty.`,
    );
  });

  it.each([...required, ...optional])('coerces nothing into %s', async (field) => {
    for (const value of noText) expectProblem(await post({ [field]: value }), 400, `${field} must be a string.`);
  });

  it.each([...required, ...optional].filter((field) => !anyLength.has(field)))(
    'counts %s in characters, not in bytes or halves',
    async (field) => {
      const limit = longer[field] ?? 255;
      const tooLong = await post({ [field]: '😀'.repeat(limit + 1) });
      expectProblem(tooLong, 400, `${field} must have at most ${limit.toLocaleString('en-US')} characters.`);
      const fits = await post({
        [field]: '😀'.repeat(limit),
        ...(required.includes(field)
          ? { [required.find((other) => other !== field) as string]: 1 }
          : { unknown: '\0' }),
      });
      expect(fits.body.message).not.toContain(`${field} must`);
    },
  );

  it('reports all problems at once', async () => {
    const answer = await door.post(
      creation.path,
      Object.fromEntries([...required, ...optional].map((field) => [field, 7])),
    );
    expect(problems(answer.body.message)).toEqual(
      [...required, ...optional].map((field) => `${field} must be a string`).sort(),
    );
  });

  it('wants an object', async () => {
    for (const value of [[], [body], 'text', 12, null, true])
      expectProblem(await door.post(creation.path, value), 400, 'the body must be a JSON object.');
  });

  it('created nothing by all that', async () => {
    expect(await countOf(door, creation.table)).toBe(before);
  });

  it('takes null for a field that is left out', async () => {
    const nulls = Object.fromEntries(optional.map((field) => [field, null]));
    const { status, body: answered } = await post(nulls);
    expect({ status, message: answered.message }).toEqual({
      status: 200,
      message: expect.stringMatching(/^[A-Z][a-z ]+\.$/),
    });
  });

  it('takes every optional field, as long as it may be', async () => {
    const values = Object.fromEntries(optional.map((field) => [field, 'å'.repeat(longer[field] ?? 255)]));
    if (name === 'attach') values.contentType = 'application/xml';
    const answer = await door.post(creation.path, { ...(await creation.body(`fields-${seeds++}`)), ...values });
    expect(answer.status, answer.body.message).toBe(200);
  });
});
