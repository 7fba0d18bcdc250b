type Keywords = Readonly<Record<string, unknown>>;

/** The same document as OpenAPI 3.0.3, for tools that read no later version. It has no webhooks. */
export function openApi30(document: object): object {
  const { openapi: _version, webhooks: _messages, info, ...others } = document as Record<string, unknown>;
  return { openapi: '3.0.3', info: infoOf(info as Info), ...(described(others) as object) };
}

interface Info {
  license?: { name: string; identifier?: string };
}

function infoOf({ license, ...info }: Info): object {
  if (license?.identifier === undefined) return { ...info, license };
  const { identifier, ...named } = license;
  return { ...info, license: { ...named, url: `https://spdx.org/licenses/${identifier}.html` } };
}

const isObject = (part: unknown): part is Keywords => typeof part === 'object' && part !== null && !Array.isArray(part);

/** Everything but schemas is the same in both versions. */
function described(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(described);
  if (!isObject(part)) return part;
  const convert = (name: string, value: unknown) =>
    name === 'example' || name === 'examples'
      ? value
      : name === 'schema'
        ? schemaOf(value)
        : name === 'schemas'
          ? schemasIn(value)
          : described(value);
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, convert(name, value)]));
}

const schemasIn = (map: unknown) =>
  Object.fromEntries(Object.entries(map as Keywords).map(([name, schema]) => [name, schemaOf(schema)]));

function schemaOf(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { $ref, ...siblings } = schema;
  if ($ref !== undefined && Object.keys(siblings).length === 0) return schema;
  const keywords = Object.entries(siblings).flatMap(([name, value]) => Object.entries(keywordsOf(name, value)));
  return { ...($ref !== undefined && { allOf: [{ $ref }] }), ...Object.fromEntries(keywords) };
}

/** What one keyword of OpenAPI 3.1 is in 3.0. */
function keywordsOf(name: string, value: unknown): Keywords {
  switch (name) {
    case 'type':
      return Array.isArray(value) ? oneTypeOf(value as string[]) : { type: value };
    case 'const':
      return { enum: [value] };
    case 'examples':
      return { example: (value as unknown[])[0] };
    case 'exclusiveMinimum':
      return { minimum: value, exclusiveMinimum: true };
    case 'exclusiveMaximum':
      return { maximum: value, exclusiveMaximum: true };
    case 'contentEncoding':
      return { format: value === 'base64' ? 'byte' : value };
    case 'contentMediaType':
      return { format: 'binary' };
    case 'properties':
      return { properties: schemasIn(value) };
    case 'items':
    case 'additionalProperties':
    case 'not':
      return { [name]: schemaOf(value) };
    case 'allOf':
      return { allOf: (value as unknown[]).map(schemaOf) };
    case 'anyOf':
    case 'oneOf':
      return alternatives(name, value as Keywords[]);
    default:
      return { [name]: value };
  }
}

function oneTypeOf(types: readonly string[]): Keywords {
  const others = types.filter((type) => type !== 'null');
  const nullable = others.length < types.length && { nullable: true };
  return others.length === 1
    ? { type: others[0], ...nullable }
    : { anyOf: others.map((type) => ({ type, ...nullable })) };
}

/** In 3.0 `nullable` works only beside `type`, so an alternative is a null that has one. */
const alternatives = (name: string, of: readonly Keywords[]): Keywords => ({
  [name]: of.map((schema) =>
    schema.type === 'null' ? { type: 'object', nullable: true, enum: [null] } : schemaOf(schema),
  ),
});
