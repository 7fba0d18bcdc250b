import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { createOrExplain, type ConflictExplanations } from './create.ts';
import { problemAt } from '../../common/errors/catalogue.ts';
import type { Finding } from '../checks/rule.ts';
import { findingCodesOf, findingsForPartner, findingsMessage } from '../checks/message.ts';
import { severities } from '../../common/errors/findings.ts';
import { invalidQuery } from '../errors/errors.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { refTo, type Headers } from '../ground/http/document/shapes.ts';
import type { Deprecation } from './deprecation.ts';
import { publishedAs } from '../ground/http/document/publish.ts';
import { readKeyUses, type Outcome } from '../idempotency/store.ts';
import { named, text, arrayOf, oneOf } from '../ground/http/document/fields.ts';

const PartnerFinding = named(
  'PartnerFinding',
  'Something that looks wrong in an invoice, a supplier or a work order.',
  {
    code: text('The code, such as currency.unknown. The guide lists all codes.'),
    severity: oneOf(severities, 'info, warning, or hold, which holds the invoice until the company releases it.'),
    path: Type.Optional(text('The field that it is about, such as articles[3].totalPrice. Missing if there is none.')),
    message: text('The finding as a sentence.'),
  },
);

export const DryRun = named(
  'DryRun',
  'The answer to a check of a request that would be accepted. Nothing was stored.',
  {
    message: text(
      'What a real request would do, for a person. It also names fields that the interface does not know, and the gravest finding.',
    ),
    findings: arrayOf(Type.Ref('PartnerFinding'), 'What looks wrong, gravest first.'),
  },
);

export const dryRunSchemas = [PartnerFinding, DryRun];

export const dryRunQuery = Type.Object({
  dryRun: Type.Optional(
    Type.String({
      description:
        'Use the operation whose path ends in /check instead. true: every check of a real request is done and the same errors are answered, but nothing is stored and the Idempotency-Key is not used up. The answer then has the header Doorway-Dry-Run and the shape DryRun: message and findings, and no id. Answers to a request with this parameter have the headers Deprecation, Sunset and Link.',
      deprecated: true,
      ...publishedAs('boolean'),
    }),
  ),
});

export const dryRunDeprecation: Deprecation = { since: '2026-11-19', sunset: '2028-01-01' };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route checks what `operation` would create, and stores nothing. */
    isCheck?: true;
  }
}

const dryRunHeader = {
  'Doorway-Dry-Run': { type: 'string', description: 'It is there, and true, where nothing was stored.' },
};

/** The operation that checks what a creating operation would do. */
export interface Check {
  id: string;
  summary: string;
  /** What the answer says first; see `wouldBe`. */
  message: string;
}

export const pathOfCheck = (path: string) => `${path}/check`;

export const checkAnswer = (message: string, headers: Headers) => ({
  description: 'The request would be accepted. Nothing was stored.',
  headers: { ...dryRunHeader, ...headers },
  content: {
    'application/json': { schema: refTo(DryRun), examples: { default: { value: { message, findings: [] } } } },
  },
});

interface DescribedAnswer {
  headers: Headers;
  content: { 'application/json': object };
}

/**
 * Describes that a 200 may also be a `DryRun`. Not as a second media type of its own: openapi-fetch would make `data` a
 * union of both, and oapi-codegen would compare the whole Content-Type and find no JSON any more.
 */
export const orDryRun = <D extends DescribedAnswer>(described: D): D => ({
  ...described,
  headers: {
    ...described.headers,
    'Doorway-Dry-Run': {
      type: 'string',
      description: 'It is there, and true, where dryRun=true was sent. The body is then a DryRun.',
    },
  },
  content: { 'application/json': { ...described.content['application/json'], 'x-dry-run': Type.Ref('DryRun') } },
});

const parameterOf = (request: FastifyRequest) => (request.query as { dryRun?: string }).dryRun;

export const hasDryRunParameter = (request: FastifyRequest): boolean => parameterOf(request) !== undefined;

const values = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const valueIn = (request: FastifyRequest) => values.get(parameterOf(request) ?? 'false');

/** Also of a request whose parameter has another value. */
export const asksForDryRun = (request: FastifyRequest): boolean =>
  request.call.route.isCheck === true || valueIn(request) === true;

/** Not checked by the schema: with attachValidation, an invalid body would hide an invalid value here. */
export function isDryRun(request: FastifyRequest): boolean {
  if (valueIn(request) === undefined) throw invalidQuery([problemAt('dryRun', 'value.boolean')]);
  return asksForDryRun(request);
}

export const wouldBe = (what: string) => `Dry run: the ${what}. Nothing was stored.`;

/** A request that would be accepted. */
export interface DryRunResult {
  message: string;
  findings: readonly Finding[];
  /** What has the findings; an invoice by default. */
  record?: 'supplier' | 'work order';
}

const replay: DryRunResult = {
  message:
    'Dry run: this Idempotency-Key was used before with the same body, so the first answer would be sent again. Nothing was stored.',
  findings: [],
};

/** Like `createOrExplain`, with a `check` that writes nothing. */
export async function checkOrExplain(
  check: () => Promise<Outcome<DryRunResult>>,
  explanations: ConflictExplanations,
): Promise<DryRunResult> {
  const { answer, replayed } = await createOrExplain(check, explanations);
  return replayed ? replay : answer;
}

/** Looks up the key and then for obstacles, in the order of a real request. */
export const checkAlone = (
  db: Db,
  company: CompanyId,
  explanations: ConflictExplanations,
  accept: () => DryRunResult | Promise<DryRunResult>,
): Promise<DryRunResult> =>
  checkOrExplain(async () => {
    const { key, explain } = explanations;
    const use = key && (await readKeyUses<DryRunResult>(db, company, [key])).get(key);
    if (use !== undefined) return use;
    await explain();
    return { created: await accept() };
  }, explanations);

/** The answer has another shape than the schema of the 200, and creates no record that the call could name. */
export function sendDryRun(reply: FastifyReply, { message, findings, record }: DryRunResult): FastifyReply {
  const codes = findingCodesOf(findings);
  if (codes !== undefined) reply.header('doorway-findings', codes);
  return reply
    .header('doorway-dry-run', 'true')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ message: message + findingsMessage(findings, 'would', record), findings: findingsForPartner(findings) });
}
