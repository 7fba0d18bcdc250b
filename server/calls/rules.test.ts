import { expect, it } from 'vitest';
import { causeOf, placeProblems } from './rules.ts';

it.each([
  [
    'There is no supplier with the number A. B 1042. Create the supplier, then send this invoice again.',
    'There is no supplier with this number.',
  ],
  [
    'A supplier with the number 1042 exists already; it differs from what was sent now in bankGiro.',
    'The supplier exists already with other fields.',
  ],
  [
    'A supplier with the number 1; 2 exists already; nothing differs from what was sent now.',
    'The supplier exists already; nothing differs.',
  ],
  [
    'The externalReferenceId scan\n1 was sent before: it is supplier invoice 019a; nothing differs from what was sent now.',
    'The externalReferenceId was sent before; nothing differs.',
  ],
  [
    'The id fs-88121 was sent before: it is work order 019a, Eken #1; it differs from what was sent now in description.',
    'The id was sent before with other fields.',
  ],
  [
    'There is no supplier with the number "10O1". Did you mean "1001"? Correct the number, or create the supplier, then send this invoice again.',
    'There is no supplier with this number.',
  ],
  [
    'This Idempotency-Key was used before by createSupplierInvoice for supplier invoice 019a; it differs from what was sent now in totalPrice. Send a new key, or the same body as then.',
    'This Idempotency-Key was used before with another body.',
  ],
  [
    'This Idempotency-Key was used before by createSupplier for supplier "1; 2". Send a new key.',
    'This Idempotency-Key was used before by another operation.',
  ],
  [
    'The header Idempotency-Key must not contain U+200B, which cannot be seen.',
    'The header Idempotency-Key has a value that it does not take.',
  ],
  ['No project has the proposal id P-2026-014. Check the id.', 'No project has this proposal id.'],
  [
    'Project Eken (7) has no facility. Ask the company to add one, then send this again.',
    'The project has no facility.',
  ],
  ['The body is not valid JSON: see line 3, column 7.', 'The body is not valid JSON.'],
  [
    'This access token lacks the scope suppliers:write. Ask the company for a token that carries it.',
    'The access token lacks the scope suppliers:write.',
  ],
  ['Too many requests. Wait 3 s and send this one again.', 'Too many requests.'],
  [
    'The service cannot reach its database at the moment. Send the same request again; nothing is created twice.',
    'The service cannot reach its database at the moment.',
  ],
])('%s', (message, cause) => {
  expect(causeOf(message, [])).toBe(cause);
});

it('refused bodies are counted by their first problem, whatever line it is on', () => {
  expect(causeOf('', ['articles[3].price must be a number', 'articles[17].price must be a number'])).toBe(
    'articles[].price must be a number.',
  );
  expect(causeOf('', ['name is required', 'city must be a string'])).toBe('name is required, and more.');
  expect(causeOf('', ['invoiceDate must be whole; 1762988400 looks like seconds, so send 1762988400000'])).toBe(
    'invoiceDate must be whole.',
  );
});

it('a problem is told apart from its path', () => {
  expect(
    placeProblems([
      'articles[3].price must be a number',
      'the body must be a JSON object',
      'my field must be below 1e15 in absolute value',
    ]),
  ).toEqual([
    { path: 'articles[3].price', problem: 'must be a number' },
    { path: '', problem: 'the body must be a JSON object' },
    { path: 'my field', problem: 'must be below 1e15 in absolute value' },
  ]);
});

it('a hundred problems are kept, and the rest is counted', () => {
  const placed = placeProblems(Array.from({ length: 5_000 }, (_, n) => `articles[${n}].price must be a number`));
  expect(placed).toHaveLength(101);
  expect(placed.at(-1)).toEqual({ path: '', problem: 'and 4,900 more problems' });
});
