import { describe, expect, it } from 'vitest';
import { english, problemAt, type Problem, keyInWords, say, sayFault } from '../../common/errors/catalogue.ts';
import { ApiError, conflict, invalidBody, tooManyRequests, withNamedProblems } from '../errors/errors.ts';
import { storedRefusal } from './rules.ts';

const kept = (error: ApiError) =>
  storedRefusal({ ...withNamedProblems(english, error), problems: error.problems, message: say(english, error) });
const causeOf = (error: ApiError) => keyInWords(kept(error).cause as string);
const same = { fields: [], moreFields: 0 };
const differs = (...fields: string[]) => ({ fields, moreFields: 0 });

const cases: [message: string, cause: string, error: ApiError][] = [
  [
    'There is no supplier with the number "A. B 1042". Create the supplier, then send this invoice again.',
    'There is no supplier with this number.',
    new ApiError('supplier.unknown', { number: 'A. B 1042' }),
  ],
  [
    'A supplier with the number "1042" exists already; it differs from what was sent now in bankGiro.',
    'The supplier exists already with other fields.',
    conflict('supplier.exists', { number: '1042', ...differs('bankGiro') }),
  ],
  [
    'A supplier with the number "1; 2" exists already; nothing differs from what was sent now.',
    'The supplier exists already; nothing differs.',
    conflict('supplier.exists', { number: '1; 2', ...same }),
  ],
  [
    'The externalReferenceId "scan\\n1" was sent before: it is supplier invoice 019a; nothing differs from what was sent now.',
    'The externalReferenceId was sent before; nothing differs.',
    conflict('supplierinvoice.exists', { externalReferenceId: 'scan\n1', id: '019a', ...same }),
  ],
  [
    'The id "fs-88121" was sent before: it is work order 019a, "Eken #1"; it differs from what was sent now in description.',
    'The id was sent before with other fields.',
    conflict('workorder.exists', { reference: 'fs-88121', id: '019a', title: 'Eken #1', ...differs('description') }),
  ],
  [
    'There is no supplier with the number "10O1". Did you mean "1001"? Correct the number, or create the supplier, then send this invoice again.',
    'There is no supplier with this number.',
    new ApiError('supplier.unknown', { number: '10O1', nearest: '1001' }),
  ],
  [
    'This Idempotency-Key was used before by createSupplierInvoice for supplier invoice 019a; it differs from what was sent now in totalPrice. Send a new key, or the same body as then.',
    'This Idempotency-Key was used before with another body.',
    conflict('key.used', {
      operation: 'createSupplierInvoice',
      isSame: true,
      noun: 'supplier invoice',
      id: '019a',
      ...differs('totalPrice'),
    }),
  ],
  [
    'This Idempotency-Key was used before by createSupplier for supplier "1; 2". Send a new key.',
    'This Idempotency-Key was used before by another operation.',
    conflict('key.used', {
      operation: 'createSupplier',
      isSame: false,
      noun: 'supplier',
      id: '1; 2',
      isOwnId: true,
      ...same,
    }),
  ],
  [
    'The header Idempotency-Key must not contain U+200B, which cannot be seen.',
    'The header Idempotency-Key has a value that it does not take.',
    new ApiError('key.invalid', { why: 'hidden', character: 'U+200B' }),
  ],
  [
    'No project has the proposal id "P-2026-014". Check the id, or ask the company to add it to the project, then send this again.',
    'No project has this proposal id.',
    new ApiError('project.unknown', { proposalId: 'P-2026-014' }),
  ],
  [
    'Project "Eken" ("7") has no facility. Ask the company to add one, then send this again.',
    'The project has no facility.',
    new ApiError('facility.unknown', { name: 'Eken', number: '7' }),
  ],
  [
    'The body is not valid JSON: see line 3, column 7.',
    'The body is not valid JSON.',
    new ApiError('body.json', { why: 'place', line: 3, column: 7 }),
  ],
  [
    'This access token lacks the scope suppliers:write. Ask the company for a token with this scope.',
    'The access token lacks the scope suppliers:write.',
    new ApiError('scope.missing', { scope: 'suppliers:write' }),
  ],
  ['Too many requests. Wait 3 s, then send this request again.', 'Too many requests.', tooManyRequests(3)],
  [
    'The service cannot reach its database at the moment. Send the same request again; nothing is created twice.',
    'The service cannot reach its database at the moment.',
    new ApiError('database.unavailable', { why: 'away' }),
  ],
];

it.each(cases)('%s', (message, cause, error) => {
  expect(say(english, error)).toBe(message);
  expect(causeOf(error)).toBe(cause);
  expect(kept(error)).toMatchObject({ code: error.code, reason: message, parameters: error.parameters });
});

it('refused bodies are counted by their first problem, on any line', () => {
  const price = (at: number) => problemAt(`articles[${at}].price`, 'number.type');
  expect(causeOf(invalidBody([price(3), price(17)]))).toBe('articles[].price must be a number.');
  expect(kept(invalidBody([price(3)])).cause).toBe(kept(invalidBody([price(17), price(4)])).cause);
  expect(causeOf(invalidBody([problemAt('name', 'field.required'), problemAt('city', 'text.type')]))).toBe(
    'name is required, and more.',
  );
  expect(
    causeOf(invalidBody([problemAt('invoiceDate', 'date.seconds', { sent: 1_762_988_400, send: 1_762_988_400_000 })])),
  ).toBe('invoiceDate must be whole epoch milliseconds between 2000-01-01 and 2100-01-01, not seconds.');
});

it('a cause that was stored in English stays unchanged', () => {
  for (const cause of ['There is no supplier with this number.', '', '{"code":"of.tomorrow"}'])
    expect(keyInWords(cause)).toBe(cause);
});

describe('a problem', () => {
  it('is stored apart from its path', () => {
    const problems = [
      problemAt('articles[3].price', 'number.type'),
      problemAt('', 'object.type'),
      problemAt('my field', 'number.below'),
    ];
    expect(kept(invalidBody(problems)).problems?.map((problem) => [problem.path, sayFault(english, problem)])).toEqual([
      ['articles[3].price', 'must be a number'],
      ['', 'the body must be a JSON object'],
      ['my field', 'must be below 1e15 in absolute value'],
    ]);
  });

  it('is stored with up to a hundred others, and the rest is counted', () => {
    const list = Array.from({ length: 100 }, (_, n) => problemAt(`articles[${n}].price`, 'number.type'));
    const { problems = [] } = kept(invalidBody(list, 5_000));
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toEqual({ path: '', code: 'more', parameters: { count: 4_900 } });
    expect(sayFault(english, problems.at(-1) as Problem)).toBe('and 4,900 more problems');
  });
});

it('parameters, problems and causes contain no secrets', () => {
  const secrets = ['SE45 5000 0000 0583 9825 7466', 'faktura@nordbygg.example', 'dw_abcdefghijklmnopqrstuvwxyz'];
  for (const secret of secrets) {
    const errors = [
      new ApiError('supplier.unknown', { number: secret, nearest: secret }),
      conflict('key.used', { operation: 'createSupplier', id: secret, isSame: true, ...differs(secret) }),
      invalidBody([
        problemAt(secret, 'number.digits', { most: 100 }),
        problemAt('', 'file.claim', { kind: 'PDF', says: secret }),
        problemAt('x', 'field.unknown', { known: [secret] }),
      ]),
    ];
    for (const error of errors) expect(JSON.stringify(kept(error))).not.toContain(secret);
  }
});
