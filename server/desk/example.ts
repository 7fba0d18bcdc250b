export interface ExampleSchema {
  $ref?: string;
  type?: string | readonly string[];
  examples?: readonly unknown[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly ExampleSchema[];
  allOf?: readonly ExampleSchema[];
  items?: ExampleSchema;
  properties?: Readonly<Record<string, ExampleSchema>>;
  required?: readonly string[];
  format?: string;
  minimum?: number;
}

const exampleId = '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77';
const exampleTexts: Readonly<Record<string, string>> = {
  'date-time': '2026-11-16T09:30:00.000Z',
  date: '2026-11-16',
  uuid: exampleId,
};

/**
 * Builds an example of a value of this schema. The first of a schema's own `examples` wins; otherwise the value follows
 * from its type. An object has its required fields, and the optional fields that have `examples` of their own. A
 * nullable value is null. `named` finds the schema of a `$ref`; `field` is the name of the field that holds the value.
 */
export function exampleOf(schema: ExampleSchema, named: (id: string) => unknown, field = ''): unknown {
  const { $ref, type, examples, anyOf, allOf, items, properties = {}, required = [], format = '', minimum } = schema;
  const inner = (of: ExampleSchema, name = field) => exampleOf(of, named, name);
  if (examples !== undefined) return examples[0];
  if ($ref !== undefined) return inner(named($ref) as ExampleSchema);
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (anyOf !== undefined) return inner(anyOf[0]!);
  if (allOf !== undefined) return Object.assign({}, ...allOf.map((part) => inner(part)));
  if (type === 'object') {
    const shown = Object.entries(properties).filter(
      ([name, { examples }]) => required.includes(name) || examples !== undefined,
    );
    return Object.fromEntries(shown.map(([name, of]) => [name, inner(of, name)]));
  }
  if (type === 'array') return items === undefined ? [] : [inner(items)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'string') return exampleTexts[format] ?? (/(^i|I)d$/.test(field) ? exampleId : 'text');
  return null;
}
