import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../testing/door.ts';
import { countOf, creationNames, creationsOn, documentOf, postText, type Creation } from '../testing/operations.ts';
import { expectProblem } from '../testing/problem.ts';

const door = await openDoor();
const creations = await creationsOn(door);
afterAll(() => door.close());

const cannotBeStored = /must not contain U\+0000 or half of a surrogate pair/;

const unstorable = [
  '\\u0000',
  'a\\u0000b',
  '\\ud800',
  '\\uDBFF',
  'x\\udc00',
  '\\ude00\\ud83d',
  '\\ud83d\\ud83d\\ude00',
];

describe.each(creationNames)('%s', (name) => {
  it('refuses text that cannot be stored wherever it stands, and says where', async () => {
    const { path, body, table } = creations.find((one) => one.name === name) as Creation;
    const fields = JSON.stringify(await body(`text ${name}`)).slice(1, -1);
    const before = await countOf(door, table);
    for (const escape of unstorable) {
      expectProblem(
        await postText(door, path, `{${fields},"x":"${escape}"}`),
        400,
        new RegExp(`^x ${cannotBeStored.source}\\.$`),
      );
      expectProblem(
        await postText(door, path, `{${fields},"x":{"y":[0,"${escape}"]}}`),
        400,
        new RegExp(`^x\\.y\\[1\\] ${cannotBeStored.source}\\.$`),
      );
      expectProblem(await postText(door, path, `{${fields},"x":{"k${escape}":1}}`), 400, cannotBeStored);
    }
    expect(await countOf(door, table)).toBe(before);
  });
});

it('refuses it in fields of the interface and on lines', async () => {
  const text = '{"externalReferenceId":"\\u0000","supplierNumber":"1","articles":[{},{"unit":"\\ud800"}]}';
  expectProblem(
    await postText(door, paths.invoices, text),
    400,
    'externalReferenceId must not contain U+0000 or half of a surrogate pair; articles[1].unit must not contain U+0000 or half of a surrogate pair.',
  );
});

it('keeps what only looks like it: whole pairs, escaped backslashes, other control characters', async () => {
  const { status, body } = await postText(
    door,
    paths.invoices,
    '{"externalReferenceId":"odd text","supplierNumber":"1","projectName":"\\ud83d\\uDE00 \\\\u0000 \\\\ud800 \\u0001\\u001f\\u007f\\uffff \u2028"}',
  );
  expect(status, body.message).toBe(200);
  const stored = JSON.parse(await documentOf(door, 'supplier_invoices', body.id)) as { projectName: string };
  expect(stored.projectName).toBe('😀 \\u0000 \\ud800 \u0001\u001f\u007f\uffff \u2028');
});

it('keeps text as it was sent, spaces at its ends included', async () => {
  const sent = { externalReferenceId: ' spaces', supplierNumber: '1\u00a0', projectName: '  Å-1\u00a0' };
  const { body } = await door.post(paths.invoices, sent);
  expect(JSON.parse(await documentOf(door, 'supplier_invoices', body.id))).toEqual(sent);
});
