import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { EventType } from '../../common/events.ts';
import { catalogue } from './catalogue.ts';

const page = '../../docs/events.md';
const types = Object.keys(catalogue) as EventType[];
const read = () => readFile(new URL(page, import.meta.url), 'utf8');

interface Schema {
  type?: string;
  anyOf?: Schema[];
  const?: unknown;
  enum?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  description?: string;
}

interface Field {
  kind: string;
  isOptional: boolean;
  description: string;
}

const kindsOf = ({ anyOf, ...schema }: Schema): Schema[] => anyOf ?? [schema];

/** Lists every field of a payload by its path. A field that some variants lack is optional. */
function fieldsOf(schema: Schema, path = ''): Map<string, Field> {
  const kinds = kindsOf(schema).map((kind) => fieldsOfObject(kind, path));
  const merged = new Map<string, Field>();
  for (const [name, field] of kinds.flatMap((kind) => [...kind])) {
    const { kind, description = field.description } = merged.get(name) ?? {};
    const isOptional = kinds.some((each) => each.get(name)?.isOptional ?? true);
    merged.set(name, { kind: joined(kind, field.kind), description, isOptional });
  }
  return merged;
}

const fieldsOfObject = ({ properties = {}, required = [] }: Schema, path: string): Map<string, Field> =>
  new Map(
    Object.entries(properties).flatMap(([name, field]) => {
      const isOptional = !required.includes(name);
      const { description = '' } = field;
      const own = [path + name, { kind: kindOf(field), isOptional, description }] as const;
      const inner = [...fieldsOf(field.items ?? field, path + name + (field.items ? '[].' : '.'))];
      return [
        ...(inner.length === 0 || description !== '' ? [own] : []),
        ...inner.map(([at, each]) => [at, { ...each, isOptional: isOptional || each.isOptional }] as const),
      ];
    }),
  );

const joined = (one: string | undefined, other: string) =>
  one === undefined || one === other ? other : `${one} or ${other}`;

function kindOf({ anyOf, const: only, enum: choices, type = '', items }: Schema): string {
  if (anyOf !== undefined) return anyOf.map(kindOf).join(' or ');
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (type === 'array') return `list of ${kindOf(items ?? {})}s`;
  return type === 'string' ? 'text' : type;
}

const sectionOf = (type: EventType): string =>
  [
    `### \`${type}\``,
    '',
    catalogue[type].when,
    '',
    '| field | what it is | |',
    '|---|---|---|',
    ...[...fieldsOf(catalogue[type].payload as Schema)].map(
      ([name, { kind, isOptional, description }]) =>
        `| \`${name}\` | ${kind}${isOptional ? ', not always' : ''} | ${description} |`,
    ),
    '',
  ].join('\n');

it('docs/events.md has each type of event, when it happens and its fields, as the catalogue has them', async () => {
  const current = await read();
  const [written = ''] = current.split(/^### `/m);
  expect(current.split(/^## /m).at(-1)).toMatch(/^Types\n/);
  await expect(written + types.map(sectionOf).join('\n')).toMatchFileSnapshot(page);
});

it.each(types)('%s says in a sentence when it happens', (type) => {
  expect(catalogue[type].when).toMatch(/^[A-Z][^]*\.$/);
});
