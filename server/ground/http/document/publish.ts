/**
 * The documents are made from the schemas that requests are checked with. Where the check is not what a reader or a client's
 * generator needs, a schema says under this keyword what stands in the document instead; null takes a keyword away.
 */
export const publishedKeyword = 'x-published';

export const published = (keywords: Record<string, unknown>) => ({ [publishedKeyword]: keywords });

/** What is sent in a query is text, and is checked as text to the last character; the document says what it means. */
export const publishedAs = (
  type: 'integer' | 'boolean',
  range: { format?: 'int64'; minimum?: number; maximum?: number; examples?: unknown[] } = {},
) => published({ type, pattern: null, ...range });

/** For a form whose unknown fields are refused. Not checked by Ajv, which would make an error object of each of a hundred thousand. */
export const refusesOthers = published({ additionalProperties: false });

interface Answer {
  $ref?: string;
  headers?: Record<string, unknown>;
}

export interface Document {
  paths?: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  components?: {
    schemas?: Record<string, unknown>;
    headers?: Record<string, unknown>;
    responses?: Record<string, Answer>;
  };
}

/** What every answer carries, whatever the operation. */
const headers = {
  traceparent: {
    description:
      'The W3C trace context of this request. The trace id in it, its second part, is the traceId of an error.',
    schema: { type: 'string' },
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
  'Doorway-Error': {
    description:
      'What went wrong as a code for programs, such as supplier.unknown. It stays the same where the message is worded anew.',
    schema: { type: 'string' },
    example: 'supplier.unknown',
  },
};

const named = (name: keyof typeof headers) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** What is served, out of what the plugin made of the routes. */
export function publish(made: Document): Document {
  const document = onlyUsed(asPublished(made) as Document);
  const answered = Object.values(document.paths ?? {}).flatMap((operations) =>
    Object.values(operations).map(({ responses }) => responses),
  );
  for (const [status, answer] of answered.flatMap((answers) => Object.entries(answers)))
    answer.headers = { ...answer.headers, ...named('traceparent'), ...(status >= '400' && named('Doorway-Error')) };
  return { ...document, components: { ...document.components, headers, responses: shareErrors(answered) } };
}

/** The error that most operations have for a status stands in the document once, which would be twice as long otherwise. */
function shareErrors(answered: Record<string, Answer>[]): Record<string, Answer> {
  const shared: Record<string, Answer> = {};
  for (const status of new Set(
    answered
      .flatMap((answers) => Object.keys(answers))
      .filter((code) => code >= '400')
      .toSorted(),
  )) {
    const counts = new Map<string, number>();
    for (const text of answered.map((answers) => JSON.stringify(answers[status] ?? null)))
      counts.set(text, (counts.get(text) ?? 0) + 1);
    counts.delete('null');
    const [usual = '', many = 0] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    if (many * 2 <= answered.filter((answers) => status in answers).length) continue;
    const name = `Error${status}`;
    shared[name] = JSON.parse(usual) as Answer;
    for (const answers of answered)
      if (JSON.stringify(answers[status]) === usual) answers[status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

/** A copy in which every schema has what it says for the document. */
function asPublished(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asPublished);
  if (typeof part !== 'object' || part === null) return part;
  const { [publishedKeyword]: instead, ...rest } = part as Record<string, unknown>;
  const keywords = Object.entries({ ...rest, ...(instead as object) }).filter(
    ([, value]) => value !== null || instead === undefined,
  );
  const copy = Object.fromEntries(keywords.map(([name, value]) => [name, asPublished(value)]));
  if (copy.pattern !== notBlank) return copy;
  // It says no more to a reader than that the text must not be empty.
  const { pattern: _pattern, ...text } = copy;
  return { minLength: 1, ...text };
}

/** The pattern of a text that has to have something in it. */
export const notBlank = '\\S';

/** Two documents share the schemas of one service; each shows those that it refers to. */
function onlyUsed(document: Document): Document {
  const { schemas = {}, ...components } = document.components ?? {};
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow({ ...document, components: {} });
  return {
    ...document,
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  };
}
