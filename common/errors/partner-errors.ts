import { errorByWhy, error, plain } from './entry.ts';
import {
  called,
  excessWhat,
  type Form,
  formTodo,
  formWhat,
  type Json,
  type Key,
  keyWhat,
  type RetryDelay,
  type Project,
  type Query,
  queryTodo,
  refusedName,
  usedFor,
  type UsedKey,
  quoted,
  differingInWords,
  isDiffering,
  sizeInWords,
  type FieldDifferences,
} from './words.ts';

const rehearsedStatus = { unavailable: 503, 'rate-limited': 429, error: 500 } as const;

export const partnerErrors = {
  'answer.exists': error({
    status: 409,
    counted: isDiffering,
    what: (answer: { id: string } & FieldDifferences) =>
      `The question ${answer.id} was answered before; ${differingInWords(answer)}.`,
    cause: ({ differs }) =>
      differs ? 'The question was answered before with another text.' : 'The question was answered before.',
  }),
  'attachment.exists': error({
    status: 409,
    what: (file: { id: string } & FieldDifferences) =>
      `The invoice already has this file: it is attachment ${file.id}; ${differingInWords(file)}.`,
    cause: 'The invoice already has this file.',
  }),
  'attachment.limit': error({
    status: 400,
    what: ({ most }: { most: number }) => `The invoice already has ${most} files, the most that an invoice can have.`,
  }),
  'body.coding': errorByWhy(({ why }) => (why === 'broken' ? 400 : 415), {
    broken: [
      'The body is not valid gzip: it is broken, truncated, or has extra bytes after its end.',
      'Compress it again.',
    ],
    unknown: ['The content coding of this request is not accepted.', 'Compress it once with gzip, or not at all.'],
  }),
  'body.empty': errorByWhy(400, {
    object: ['The body is empty.', 'Send a JSON object.'],
    file: ['The body is empty.', 'Send a file as text/csv or application/json.'],
  }),
  'body.encoding': errorByWhy(({ why }) => (why === 'bytes' ? 400 : 415), {
    bytes: ['The body is not valid UTF-8.', 'Encode it as UTF-8.'],
    charset: ['The character set of this request is not accepted.', 'Send it as UTF-8.'],
  }),
  'body.excess': plain(400, excessWhat, ({ why }) => (why === 'levels' ? '' : 'Send less at once.')),
  'body.invalid': error({
    status: 400,
    what: (_: { count: number }, problems) => `${problems}.`,
    cause: (_, problems) => `${problems}.`,
  }),
  'body.json': error({
    status: 400,
    counted: ({ why }: Json) => ({ isName: why === 'name' }),
    what: (json) =>
      json.why === 'name'
        ? refusedName
        : json.why === 'place'
          ? `The body is not valid JSON: see line ${json.line}, column ${json.column}.`
          : 'The body is not valid JSON.',
    todo: ({ why }) => (why === 'name' ? 'Leave it out.' : ''),
    cause: ({ isName }) => (isName ? refusedName : 'The body is not valid JSON.'),
  }),
  'body.large': error({
    status: 413,
    what: ({ bytes }: { bytes: number }) =>
      `The request is larger than the ${sizeInWords(bytes)} that this operation accepts.`,
  }),
  'body.type': error({
    status: 415,
    what: 'The content type of this request is not accepted.',
    todo: ({ accepted }: { accepted: readonly string[] }) => `Send it as ${accepted.join(' or ')}.`,
  }),
  'call.unknown': error({
    status: 404,
    what: 'No call with this trace id is kept here.',
    todo: 'Check that you copied all of it. A call appears within a second; calls without a valid token are kept for administrators.',
  }),
  'client.invalid': plain(401, 'The client id or secret is missing or wrong, or the client was revoked.'),
  'database.unavailable': errorByWhy(503, {
    away: [
      'The service cannot reach its database at the moment.',
      'Send the same request again; nothing is created twice.',
    ],
    readOnly: ['The service cannot write to its database at the moment.'],
  }),
  'events.pruned': error({
    status: 410,
    what: ({ first }: { first: number }) => `The events before number ${first} are no longer kept.`,
    cause: 'Events that were asked for are no longer kept.',
    todo: ({ first }) => `Continue with after=${first - 1}, and read the current records from the lists.`,
  }),
  'expectation.failed': error({
    status: 417,
    what: 'The header Expect has a value that is not supported.',
    todo: 'Leave it out, or send 100-continue.',
  }),
  'facility.ambiguous': error({
    status: 400,
    what: (project: Project) =>
      `${called(project)} contains more than one facility, so it is unclear where the work is to be done.`,
    todo: 'Ask the company for the proposal id of a project with one facility.',
    cause: 'The project contains more than one facility.',
  }),
  'facility.unknown': error({
    status: 400,
    what: (project: Project) => `${called(project)} has no facility.`,
    todo: 'Ask the company to add one, then send this again.',
    cause: 'The project has no facility.',
  }),
  'files.unavailable': errorByWhy(503, {
    away: [
      'The store of files does not answer at the moment.',
      'Send the same request again later; nothing is created twice.',
    ],
    failing: [
      'The service cannot store files at the moment.',
      'Send the same request again later; nothing is created twice.',
    ],
    missing: [
      'The folder of files is missing on the server.',
      'Ask the people who run the service to restore it, then send the same request again.',
    ],
    readOnly: ['The service cannot store files at the moment.'],
  }),
  'form.invalid': error({
    status: 400,
    counted: ({ why }: Form) => ({ why }),
    what: formWhat,
    todo: ({ why }) => formTodo[why] ?? '',
    cause: ({ why }) => {
      if (why === 'name') return 'The form has a file of another name.';
      if (why === 'repeated') return 'A parameter is sent more than once.';
      if (why === 'scopes') return 'The client asks for a scope that it does not have.';
      return formWhat({ why: why === 'type' ? 'form' : why });
    },
  }),
  'headers.large': plain(431, 'The headers of this request are too large.'),
  'key.invalid': error({
    status: 400,
    counted: ({ why }: Key) => ({ isLength: why === 'length' }),
    what: keyWhat,
    cause: ({ isLength }) =>
      isLength ? keyWhat({ why: 'length' }) : 'The header Idempotency-Key has a value that it does not take.',
  }),
  'key.used': error({
    status: 409,
    counted: ({ isSame }: UsedKey) => ({ isSame }),
    what: (key) =>
      `This Idempotency-Key was used before by ${key.operation}${usedFor(key)}${key.fields.length === 0 ? '' : `; ${differingInWords(key)}`}.`,
    todo: ({ isSame }) => `Send a new key${isSame ? ', or the same body as then' : ''}.`,
    cause: ({ isSame }) =>
      isSame
        ? 'This Idempotency-Key was used before with another body.'
        : 'This Idempotency-Key was used before by another operation.',
  }),
  'method.unknown': error({
    status: 405,
    counted: ({ method }: { method: string; allow: string }) => ({ method }),
    what: ({ method }) => `This path does not take ${method}.`,
    todo: ({ allow }) => `Use ${allow}.`,
  }),
  'path.unknown': plain(404, 'This path does not exist.', (meant: { path?: string; methods?: string }) =>
    meant.path === undefined
      ? 'The reference documentation lists all paths.'
      : `Use ${meant.path}, which takes ${meant.methods}.`,
  ),
  'project.ambiguous': error({
    status: 400,
    what: ({ proposalId }: { proposalId: string }) =>
      `More than one project has the proposal id ${quoted(proposalId)}.`,
    todo: 'Ask the company to keep it on one project, then send this again.',
    cause: 'More than one project has this proposal id.',
  }),
  'project.unknown': error({
    status: 400,
    what: ({ proposalId }: { proposalId: string }) => `No project has the proposal id ${quoted(proposalId)}.`,
    todo: 'Check the id, or ask the company to add it to the project, then send this again.',
    cause: 'No project has this proposal id.',
  }),
  'proposals.waiting': error({
    status: 409,
    what: ({ most }: { most: number }) =>
      `${most} changes of suppliers that this partner proposed already wait for the company.`,
    todo: 'Ask the company to confirm or decline them, then send this again.',
  }),
  'query.invalid': error({
    status: 400,
    counted: ({ why }: Query) => ({ why }),
    what: ({ why }, problems) => {
      if (why === 'nothing') return 'This operation takes no query parameters.';
      if (why === 'after' || why === 'sortedAfter') return 'after is not valid.';
      if (why === 'limit') return 'after needs limit.';
      return problems.endsWith('?') ? problems : `${problems}.`;
    },
    todo: ({ why }) => queryTodo[why] ?? '',
  }),
  'question.closed': error({
    status: 409,
    what: ({ id }: { id: string }) =>
      `The invoice is decided or withdrawn, which closed the question ${id} without an answer.`,
    todo: 'Read the invoice back to see its state.',
    cause: 'A decision about the invoice has closed the question.',
  }),
  'question.unknown': error({
    status: 400,
    what: ({ id }: { id: string }) => `This invoice has no question with the id ${quoted(id)}.`,
    todo: 'Read the invoice back, and send the id of one of its questions.',
    cause: 'The invoice has no question with this id.',
  }),
  'rate.limited': error({
    status: 429,
    counted: ({ why }: RetryDelay) => ({ why }),
    what: ({ why }) =>
      why === 'tokens'
        ? 'This client has fetched too many tokens.'
        : why === 'secrets'
          ? 'Your network has sent too many wrong secrets for this client.'
          : 'Too many requests.',
    todo: ({ seconds, why }) =>
      why === undefined
        ? `Wait ${seconds} s, then send this request again.`
        : `${why === 'tokens' ? 'Use each token until shortly before it expires. ' : ''}Try again in ${seconds} s.`,
  }),
  'rehearsal.live': error({
    status: 400,
    what: 'The header Doorway-Rehearse is for sandboxes, and this access token is live. Nothing was done.',
    todo: 'Leave the header out, or use a token that begins with dwt_.',
  }),
  'rehearsal.played': error({
    status: ({ kind }) => rehearsedStatus[kind],
    what: ({ kind }: { kind: keyof typeof rehearsedStatus; seconds: number }) =>
      `This ${rehearsedStatus[kind]} was rehearsed, as the header Doorway-Rehearse asked. Nothing was stored.`,
    todo: ({ kind, seconds }) =>
      `${kind === 'error' ? 'Send' : `Wait ${seconds} s, then send`} the same request again without the header.`,
  }),
  'rehearsal.unknown': error({
    status: 400,
    what: ({ values }: { values: readonly string[] }) =>
      `The header Doorway-Rehearse takes one of ${values.join(', ')}. Nothing was done.`,
    cause: 'The header Doorway-Rehearse has a value that it does not take.',
  }),
  'request.incomplete': errorByWhy(({ why }) => (why === 'late' ? 408 : 400), {
    cut: ['The request is incomplete.', 'Send it again.'],
    late: ['The request did not arrive in time.', 'Send it again.'],
    length: ['The body is shorter or longer than the Content-Length header says.'],
  }),
  'request.invalid': errorByWhy(400, {
    host: ['The header Host is missing.'],
    hosts: ['The header Host is sent more than once.'],
    authorizations: ['The header Authorization is sent more than once.', 'Send it once.'],
    keys: ['The header Idempotency-Key is sent more than once.', 'Send it once.'],
    address: ['The address of this request is not a valid URL.'],
    http: ['This is not a valid HTTP request.'],
  }),
  'sandbox.busy': plain(409, 'The sandbox is being filled or reset at this moment.', 'Try again in a minute.'),
  'sandbox.only': error({
    status: 403,
    what: 'This operation is for sandboxes, and this access token is live.',
    todo: 'Use a token that begins with dwt_. The company can create one.',
  }),
  'scanner.unavailable': error({
    status: 503,
    what: 'Files cannot be scanned for viruses at the moment, so this one was not stored.',
    todo: 'Send the same request again later; nothing is created twice.',
  }),
  'scope.missing': error({
    status: 403,
    counted: ({ scope }: { scope: string }) => ({ scope }),
    what: ({ scope }) => `This access token lacks the scope ${scope}.`,
    todo: 'Ask the company for a token with this scope.',
    cause: ({ scope }) => `The access token lacks the scope ${scope}.`,
  }),
  'service.busy': errorByWhy(503, {
    searches: ['The service is busy with other searches.', 'Try again in a moment.'],
    change: ['The change took too long, so nothing was changed.', 'Try again in a moment.'],
    waiting: ['Too many requests are waiting.', 'Send this one again later.'],
    memory: [
      'The service has no memory left for this request.',
      'Send this one again; a large file is better sent as multipart/form-data.',
    ],
    lists: [
      'This partner already reads the maximum number of lists at once.',
      'Finish reading those, then send this request again.',
    ],
    record: ['Other requests are changing the same record.', 'Send this one again.'],
  }),
  'service.failed': error({
    status: 500,
    what: 'Something went wrong inside the service.',
    todo: 'Send the same request again; if it fails again, give the traceId to support.',
  }),
  'service.stopping': errorByWhy(503, {
    restarting: ['The service is restarting.', 'Send this request again; nothing is created twice.'],
    stopping: ['The service is stopping.'],
  }),
  'receipt.missing': error({
    status: 404,
    what: ({ id }: { id: string }) =>
      `Supplier invoice ${id} has no receipt, because it arrived before the service made receipts.`,
    cause: 'The invoice arrived before the service made receipts.',
  }),
  'webhook.event': error({
    status: 400,
    what: ({ seq }: { seq: number }) => `Event ${seq} cannot be sent to this endpoint.`,
    todo: 'It is no longer kept, does not exist yet, or is of a type that this endpoint does not get.',
  }),
  'webhook.locked': plain(409, 'The company switched this endpoint off.', 'Ask the company to switch it on.'),
  'webhook.unknown': plain(
    404,
    'You have no endpoint with this id.',
    'GET /doorway/v1/webhooks lists those there are.',
  ),
  'webhooks.off': plain(
    403,
    'The company does not let this partner manage webhook endpoints.',
    'Ask the company for it, or to create the endpoint.',
  ),
  'webhooks.own': error({
    status: 409,
    what: ({ most }: { most: number }) => `This partner already has ${most} endpoints of its own, which is the limit.`,
    todo: 'Delete one first.',
  }),
  'supplier.changed': error({
    status: 412,
    what: ({ number }: { number: string }) =>
      `Supplier ${quoted(number)} has changed since it had the ETag in If-Match.`,
    todo: 'Read it again, and send the change with its new ETag.',
    cause: 'The supplier has changed since the partner read it.',
  }),
  'supplier.exists': error({
    status: 409,
    counted: isDiffering,
    what: (supplier: { number: string } & FieldDifferences) =>
      `A supplier with the number ${quoted(supplier.number)} exists already; ${differingInWords(supplier)}.`,
    cause: ({ differs }) =>
      differs ? 'The supplier exists already with other fields.' : 'The supplier exists already; nothing differs.',
  }),
  'supplier.unknown': error({
    // `inPath`: the address names it, not the body.
    status: ({ inPath }) => (inPath ? 404 : 400),
    what: ({ number, nearest }: { number: string; nearest?: string | undefined; inPath?: true }) =>
      `There is no supplier with the number ${quoted(number)}.${nearest === undefined ? '' : ` Did you mean ${quoted(nearest)}?`}`,
    todo: ({ nearest, inPath }) => {
      const thenAgain = inPath ? '' : ', then send this invoice again';
      return nearest === undefined
        ? `Create the supplier${thenAgain}.`
        : `Correct the number, or create the supplier${thenAgain}.`;
    },
    cause: 'There is no supplier with this number.',
  }),
  'supplierinvoice.exists': error({
    status: 409,
    counted: isDiffering,
    what: (invoice: { externalReferenceId: string; id: string } & FieldDifferences) =>
      `The externalReferenceId ${quoted(invoice.externalReferenceId)} was sent before: it is supplier invoice ${invoice.id}; ${differingInWords(invoice)}.`,
    cause: ({ differs }) =>
      differs
        ? 'The externalReferenceId was sent before with other fields.'
        : 'The externalReferenceId was sent before; nothing differs.',
  }),
  'supplierinvoice.decided': error({
    status: 409,
    counted: ({ state }: { state: 'approved' | 'rejected' | 'booked' }) => ({ state }),
    what: ({ state }) => `The company has ${state} this invoice, so it can no longer be withdrawn.`,
    todo: ({ state }) =>
      state === 'rejected'
        ? 'It will not be paid. Send a corrected invoice with another externalReferenceId if there is one.'
        : 'Send a credit note, or ask the company.',
  }),
  'supplierinvoice.unknown': error({
    // `inPath`: the address names it, not the body.
    status: ({ inPath }) => (inPath ? 404 : 400),
    // `ofPartner`: the partner may use only its own invoices.
    what: ({ id, ofPartner }: { id: string; ofPartner: boolean; inPath?: true }) =>
      `There is no supplier invoice with the id ${quoted(id)}${ofPartner ? ' that this partner has sent' : ''}.`,
    todo: 'Send the id from the answer to its creation.',
    cause: 'There is no supplier invoice with this id.',
  }),
  'token.clientsecret': error({
    status: 401,
    what: 'This is the secret of a client, not an access token.',
    todo: 'Send the client’s id and secret to /oauth/token, and the access_token of its answer here.',
  }),
  'token.expired': plain(401, 'This access token has expired.', 'Ask the company for a new one.'),
  'token.malformed': error({
    status: 401,
    what: 'The Authorization header is malformed.',
    todo: 'Send the word Bearer, a space, and the access token.',
  }),
  'token.missing': plain(401, 'The access token is missing.', 'Send the header Authorization: Bearer <ACCESS_TOKEN>.'),
  'token.revoked': plain(401, 'This access token was revoked.', 'Ask the company for a new one.'),
  'token.unknown': plain(401, 'This access token is unknown.', 'Check that you copied all of it.'),
  'workorder.exists': error({
    status: 409,
    counted: isDiffering,
    what: (order: { reference: string; id: string; title: string } & FieldDifferences) =>
      `The id ${quoted(order.reference)} was sent before: it is work order ${order.id}, ${quoted(order.title)}; ${differingInWords(order)}.`,
    cause: ({ differs }) =>
      differs ? 'The id was sent before with other fields.' : 'The id was sent before; nothing differs.',
  }),
  'workorder.unknown': error({
    status: ({ inBody }) => (inBody ? 400 : 404),
    what: ({ id }: { id: string; inBody?: boolean }) =>
      `There is no work order with the id ${quoted(id)} that this partner has sent.`,
    todo: 'Send the id from the answer to its creation.',
    cause: 'There is no work order with this id.',
  }),
};
