import type { FastifySchema, RouteOptions, FastifyInstance } from 'fastify';
import swagger from '@fastify/swagger';
import { needsSession } from './auth.ts';
import { operatorProblems, otherProblems } from './shapes.ts';
import { license, serversAt, sharedOptions } from '../ground/http/document/publish.ts';
import { version } from '../package.ts';

/** What stands at the beginning of the document of the operator API. */
const aboutOperators = `What the console uses, and what a company's own systems may use with an operator token.

**Access.** Sign in with \`POST /operator/v1/session\` and keep the cookie, or send \`Authorization: Bearer <OPERATOR_TOKEN>\`. A request that changes something with a session must carry the header \`X-Doorway-Console\`, with any value: no other site's page can make a browser send it. A session ends once it has not been used for twelve hours, and after seven days in any case; a request whose header has the value \`idle\`, for a page that refreshes itself with nobody at it, does not count as use. An operator token has the rights of the operator who made it, but can neither make tokens, clients or operators nor touch passwords and sessions, so that nothing of a stolen one outlives its revocation. It ends when it expires, which is after 90 days unless chosen otherwise, when it is revoked, and with a change of the operator's password, with signing out everywhere and with disabling the operator.

**Roles.** In a company a viewer may read, an approver may also edit and decide, an administrator may do everything, in every company. A system of the company, such as its bookkeeping, has a token of its own, which ends when it is revoked, or when it expires where a time was chosen: it may read, and say which invoices it has booked. \`GET /operator/v1/session\` tells what the operator may do, as \`may\`, for each company. A company that the operator may not enter is a 404, as one that does not exist.

**Lists** are answered in pages, \`{rows, next}\`: send the \`next\` of one page as \`after\` of the following one, with the same filters and the same \`sort\`; the last page has no \`next\`. \`limit\` is at most 200. \`format=csv\` answers all rows that the filters allow as one CSV file in UTF-8, the first line with the names of the columns; a text that a spreadsheet would run as a formula begins with an apostrophe in it. The audit log also has \`format=jsonl\`: a JSON object on each line, as \`application/x-ndjson\`.

**Catching up.** Lists of suppliers, supplier invoices and work orders, the overview and the search have everything that was acknowledged before they were asked for. Where much arrives at once, or nothing can be written, they may fall behind; an answer then has \`"catchingUp": true\` and the header \`Doorway-Catching-Up: true\`, a CSV file the header alone. Ask again in a moment.

**Values.** Times are ISO 8601 in UTC. Amounts are texts with exactly the digits that the partner sent. Days in filters are days in Europe/Stockholm, or in the time zone that \`zone\` names.

**Errors** have the body \`{traceId, message, code, parameters}\`. The message is English and names every problem at once; \`code\` says the same to a program and stays where the message is worded anew, and \`parameters\` are what fills the gaps of the message. Where a body, a query or a file is not valid, \`problems\` has what is wrong one by one, each with its path, and a code and parameters of its own. What fails before its path is read, such as headers that are too large, has \`{traceId, message}\` alone. Give the trace id when you ask for help.`;

const operatorTags = [
  { name: 'Signing in', description: 'Sessions and passwords, and who is signed in.' },
  { name: 'Overview', description: 'What arrived, what failed and what waits, and the search over everything.' },
  { name: 'Supplier invoices', description: 'What partners submitted, and the decisions on it.' },
  { name: 'Bulk decisions', description: 'One decision on many supplier invoices, a hundred at a time.' },
  { name: 'Views', description: 'Filters of a list under a name, one’s own and those that are shared.' },
  { name: 'Checks', description: 'By which rules invoices are checked when they arrive.' },
  { name: 'Work orders', description: 'What partners asked to be done, and whether it was.' },
  { name: 'Suppliers', description: 'Whose invoices the company takes, with the history of every change.' },
  { name: 'Projects', description: 'What work orders are for, by their proposal ids, and the import of many at once.' },
  { name: 'Requests', description: 'Calls of partners by their trace id, with every reason why one failed.' },
  { name: 'Access', description: 'Companies, partners, and what partners come in with.' },
  { name: 'Settings', description: 'What a company chose about how its people work together.' },
  { name: 'E-mail', description: 'What operators are told of by e-mail, each for oneself.' },
  { name: 'Webhooks', description: 'Where events are sent to, what was sent, and what is sent again.' },
  { name: 'Operators', description: 'The people behind the door, and the companies that they work in.' },
  { name: 'Systems', description: 'The company’s own systems, such as its bookkeeping, and their tokens.' },
  { name: 'Operator tokens', description: 'For programs: each acts for the operator who made it.' },
  { name: 'Events', description: 'Everything that happens in a company, in order, for its own systems.' },
  { name: 'Audit log', description: 'Who did what.' },
];

const operatorSecurity = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'doorway_session',
    description: 'The session of an operator who signed in. The cookie is HttpOnly and SameSite=Strict.',
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
        'Needed with a session, with any value, and not with an operator token: another site’s page cannot send it. Without it the answer is a 403.',
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
        'The ETag of the record as it was read, or *. Where the record is another by now, the answer is a 412 and nothing is changed. Without it, nothing is compared.',
      examples: ['"xPz3yHq0bSg9gD2dGqkN1rW5uT8"'],
    },
  },
};

/** What follows from a route's configuration is described here, once, and not by each route. */
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
      config?.permission !== undefined && {
        headers: config.ifMatch === true ? withIfMatch : consoleHeader,
      }),
    ...(needsSession(config ?? {}, method) && { security: [{ session: [] }] }),
  };
}

/** Makes the document of the operator API. For the scope that has its routes, before they are added. */
export async function describeOperators(
  app: FastifyInstance,
  basePath: string,
  publicUrl: string | undefined,
): Promise<() => object> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Doorway operator API', version, description: aboutOperators, license },
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
