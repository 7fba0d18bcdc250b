import { afterAll, expect, it } from 'vitest';
import { batchInput } from './batch-insert.ts';
import { newId } from './ids.ts';
import { openDoor } from '../../testing/door.ts';

const door = await openDoor();
afterAll(() => door.close());

interface Item {
  id: string | undefined;
  text: string;
}

const input = batchInput<Item>([
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'text', type: 'text', of: ({ text }) => text },
  { name: 'document', type: 'jsonb', of: (item) => JSON.stringify(item) },
  { name: 'exact', type: 'json', of: ({ text }) => ` { "text" :${JSON.stringify(text)}, "n":1.50e1 }` },
]);
const select = input.statements(
  'select-input',
  (rows) => `WITH ${rows} SELECT id, text, document, exact::text AS exact, $1::text AS one, $2::text AS two FROM input`,
);

const texts = [
  '',
  ' ',
  'NULL',
  'null',
  '"',
  '\\',
  '\\"',
  '{a,b}',
  "it's",
  'a\nb\tc',
  'Gipsskiva 13 mm',
  'Åäö 📦',
  '\\x00',
  ',,',
];

it.each([
  ['many', texts],
  ['one', ['"{\\']],
] as const)('%s come to the database as they are', async (howMany, sent) => {
  const items: Item[] = sent.map((text, at) => ({ id: at === 1 ? undefined : newId(), text }));
  const { rows } = await door.pool.query<Item & { document: Item; exact: string }>({
    ...select[howMany],
    values: ['', '', ...input.values(items)],
  });
  expect(rows.map(({ id, text }) => ({ id: id ?? undefined, text }))).toEqual(items);
  expect(rows.map(({ document }) => document.text)).toEqual(sent);
  expect(rows.map(({ exact }) => exact)).toEqual(
    sent.map((text) => ` { "text" :${JSON.stringify(text)}, "n":1.50e1 }`),
  );
});
