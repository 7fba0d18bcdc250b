import type { FastifySchema, RouteOptions, FastifyInstance } from 'fastify';
import swagger from '@fastify/swagger';
import { needsSession } from './auth.ts';
import { operatorProblems, otherProblems } from './shapes.ts';
import { contact, license, serversAt, sharedOptions } from '../ground/http/document/publish.ts';
import { version } from '../package.ts';

const aboutOperators = `The API of the console, which a company's own systems may also use with an operator token.

**Access.** Sign in with \`POST /operator/v1/session\` and keep the cookie, or send \`Authorization: Bearer <OPERATOR_TOKEN>\`. A request that changes something with a session must have the header \`X-Doorway-Console\`, with any value: no other site's page can make a browser send it. A session ends after twelve hours without use, and after seven days in any case; a request whose header has the value \`idle\`, for background refreshes, does not count as use. An operator token has the rights of the operator who created it, but cannot create tokens, clients or operators nor change passwords and sessions, so that no effect of a stolen token outlives its revocation. It ends when it expires, after 90 days by default, when it is revoked, when the operator's password changes, when the operator signs out everywhere, and when the operator is disabled. The key of a link in a mail (\`dwm_…\`) is sent in the same header; it reads, approves and rejects its one invoice, and everything else is a 404.

**Roles.** In a company a viewer may read, an approver may also edit and decide, an administrator may do everything, in every company. A system of the company, such as its bookkeeping, has tokens of its own, which end when they are revoked or expire: it may read, and report which invoices it has booked. \`GET /operator/v1/session\` answers the operator's permissions in each company, as \`may\`. A company that the operator may not enter is a 404, like one that does not exist.

**Lists** are answered in pages, \`{rows, next}\`: send the \`next\` of one page as \`after\` of the following one, with the same filters and the same \`sort\`; the last page has no \`next\`. \`limit\` is at most 200. \`format=csv\` answers all rows that match the filters as one CSV file in UTF-8, whose first line has the names of the columns; a text that a spreadsheet would run as a formula begins with an apostrophe. The audit log also has \`format=jsonl\`: a JSON object on each line, as \`application/x-ndjson\`.

**Catching up.** Lists of suppliers, supplier invoices and work orders, the overview, the reports and the search contain everything that was acknowledged before the request. If much arrives at once, or nothing can be written, they may fall behind; an answer then has \`"catchingUp": true\` and the header \`Doorway-Catching-Up: true\`, a CSV file the header alone. Ask again in a moment.

**Values.** Times are ISO 8601 in UTC. Amounts are texts with exactly the digits that the partner sent. Dates of invoices are calendar days of the company (\`invoiceDay\`, \`paymentDueDay\`), beside the milliseconds as sent: they are the same for every reader, and filters by them have no time zone. Other days in filters are those on which something happened, in Europe/Stockholm or in the time zone that \`zone\` names.

**Errors** have the body \`{traceId, message, code, parameters}\`. The message is English and names every problem at once. Programs use \`code\`, which stays the same if the message is reworded, and \`parameters\`, the values in the message. If a body, a query or a file is not valid, \`problems\` lists each problem with its path, code and parameters. A request that fails before its path is read, for example because its headers are too large, has \`{traceId, message}\` alone. Give the trace id when you ask for help.`;

const operatorTags = [
  { name: 'Signing in', description: 'Sessions, passwords and preferences.' },
  { name: 'Second factors', description: 'Passkeys, authenticator apps, recovery codes and proofs.' },
  { name: 'Directories', description: 'Directories (OpenID Connect) by which operators sign in.' },
  { name: 'Erasing', description: 'Erasing the data of operators who left and of sole traders.' },
  { name: 'Overview', description: 'Figures of arrivals, failures and waiting work, and the search over everything.' },
  { name: 'Reports', description: 'How long invoices wait, with whom and why, and what falls due this week.' },
  { name: 'Supplier invoices', description: 'Invoices that partners submitted, and the decisions on them.' },
  { name: 'Bulk decisions', description: 'One decision on many supplier invoices, a hundred at a time.' },
  { name: 'Views', description: 'Saved filters of a list, one’s own and shared ones.' },
  { name: 'Checks', description: 'The rules by which invoices are checked on arrival.' },
  { name: 'Routing', description: 'Who is asked to approve: rules, absences with deputies, and steps.' },
  { name: 'Work orders', description: 'Work that partners ordered, and its state.' },
  { name: 'Suppliers', description: 'The suppliers of the company, with the history of every change.' },
  { name: 'Projects', description: 'The projects of work orders, by proposal id, and their import.' },
  { name: 'Requests', description: 'Calls of partners by trace id, with all reasons of a failure.' },
  { name: 'Access', description: 'Companies, partners, and the credentials of partners.' },
  { name: 'Settings', description: 'A company’s settings for the work of its operators.' },
  { name: 'E-mail', description: 'The operator’s own choice of e-mails.' },
  { name: 'Webhooks', description: 'Endpoints that receive events, their deliveries, and resending.' },
  { name: 'Operators', description: 'The operators, and the companies that they work in.' },
  { name: 'Systems', description: 'The company’s own systems, such as its bookkeeping, and their tokens.' },
  { name: 'Operator tokens', description: 'Tokens for programs, with the rights of the operator who created them.' },
  { name: 'Events', description: 'Everything that happens in a company, in order, for its own systems.' },
  { name: 'Audit log', description: 'The record of all changes by operators.' },
];

const operatorSecurity = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'doorway_session',
    description: 'The session of a signed-in operator. The cookie is HttpOnly and SameSite=Strict.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An operator’s token, such as dwo_…, for a system of the company.',
  },
} as const;

const consoleHeader = {
  type: 'object',
  properties: {
    'x-doorway-console': {
      type: 'string',
      description:
        'Required with a session, with any value, but not with an operator token: another site’s page cannot send it. Without it the answer is a 403.',
      examples: ['1'],
    },
  },
};

const withIfMatch = {
  ...consoleHeader,
  properties: {
    ...consoleHeader.properties,
    'if-match': {
      type: 'string',
      description:
        'The ETag of the record as it was read, or *. If the record has changed since, the answer is a 412 and nothing is changed. Without it, nothing is compared.',
      examples: ['"xPz3yHq0bSg9gD2dGqkN1rW5uT8"'],
    },
  },
};

function describeRoute(schema: FastifySchema | undefined, { config, method }: RouteOptions): FastifySchema {
  if (schema === undefined || schema.hide === true) return { ...schema, hide: true };
  const changes = ![method].flat().includes('GET');
  const response = {
    ...otherProblems(changes, config?.accepts),
    ...(changes && config?.permission !== undefined && operatorProblems(403)),
    ...(schema.response as object),
  };
  return {
    ...schema,
    response,
    ...(changes &&
      config?.permission !== undefined && { headers: config.ifMatch === true ? withIfMatch : consoleHeader }),
    ...(needsSession(config ?? {}, method) && { security: [{ session: [] }] }),
  };
}

/** Call it before the scope's routes are added. */
export async function describeOperators(
  app: FastifyInstance,
  basePath: string,
  publicUrl: string | undefined,
): Promise<() => object> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Doorway operator API', version, description: aboutOperators, contact, license },
      servers: serversAt(`${publicUrl ?? ''}${basePath}`),
      tags: operatorTags,
      components: { securitySchemes: operatorSecurity },
      security: [{ session: [] }, { operatorToken: [] }],
    },
    ...sharedOptions,
    transform: ({ schema, url, route }) => ({ schema: describeRoute(schema, route), url }),
    decorator: 'operatorSwagger',
  });
  return () => (app as FastifyInstance & { operatorSwagger: () => object }).operatorSwagger();
}
