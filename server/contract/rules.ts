interface Rule {
  operations?: string[];
  status: number;
  message: RegExp;
}

const imports = ['Suppliers', 'Projects', 'Coding'].flatMap((of) => [`import${of}`, `preview${of}Import`]);

const ownWebhooks = [
  'createOwnWebhook',
  'changeOwnWebhook',
  'deleteOwnWebhook',
  'changeOwnWebhookSecret',
  'pauseOwnWebhook',
  'resumeOwnWebhook',
  'testOwnWebhook',
  'resendOwnEvent',
];

/**
 * Refusals that a schema cannot express: references to other records, and rules across fields. All others must be in
 * the document.
 */
const rules: Rule[] = [
  {
    operations: ['createSupplierInvoice', 'checkSupplierInvoice'],
    status: 400,
    message: /^There is no supplier with the number /,
  },
  {
    operations: ['attach', 'checkAttachment', 'decideInSandbox'],
    status: 400,
    message: /^There is no supplier invoice with the id /,
  },
  {
    operations: ['decideInSandbox'],
    status: 400,
    message:
      /^(reason is required|(supplierInvoiceId|workOrderId|supplierNumber) is required|decision must be one of|There is no work order)/,
  },
  {
    operations: ['createWorkOrder', 'checkWorkOrder'],
    status: 400,
    message:
      /^(No project has the proposal id|More than one project has|Project .* (has no|contains more than one) facility)/s,
  },
  { operations: ['answerQuestion'], status: 400, message: /^This invoice has no question with the id / },
  { operations: ['askPartner'], status: 400, message: /^dueAt must be in the future/ },
  {
    operations: ['noteInvoice', 'assignInvoice'],
    status: 400,
    message: /is not the id of a user of this company/,
  },
  {
    operations: ['codeInvoice'],
    status: 400,
    message: /(is not an active code|has amounts|rows\[\d+\]\.(line|amount|account) )/,
  },
  { operations: ['changeRouting', 'tryRouting'], status: 400, message: /^rules\[\d+\]\S* is / },
  { operations: ['changeRouting'], status: 409, message: /^Somebody else has saved other rules/ },
  {
    operations: ['createAbsence'],
    status: 400,
    message: /^(operatorId|deputyId|firstDay|lastDay) (is not|must (not )?be)/,
  },
  { operations: ['createAbsence'], status: 409, message: /^This person is already away/ },
  { operations: ['changeSettings'], status: 400, message: /^(currency is not an ISO 4217 code|reason is required)/ },
  { operations: imports, status: 400, message: /^The body is empty\. Send a file as / },
  {
    operations: ['createWebhook', 'changeWebhook'],
    status: 400,
    message: /^(This company has no partner|url must |types\[\d+\] is an event type that partners)/,
  },
  {
    operations: ['createOwnWebhook', 'changeOwnWebhook'],
    status: 400,
    message: /^(url (must |has a host name without )|types\[\d+\] is an event type that partners)/,
  },
  { operations: ['createOwnWebhook'], status: 409, message: /^This partner already has \d+ endpoints/ },
  { operations: ['resendOwnEvent'], status: 400, message: /^Event \d+ cannot be sent to this endpoint/ },
  { operations: ownWebhooks, status: 429, message: /^Too many requests/ },
  { operations: ['createWebhook', 'resendEvents'], status: 400, message: /^The events from \d+ to \d+ are kept/ },
  {
    operations: ['resendEvents'],
    status: 400,
    message: /^(Event \d+ cannot be sent to this endpoint|seq is (required|not valid))/,
  },
  { operations: ['createToken', 'createClient'], status: 400, message: /^This company has no partner/ },
  {
    operations: ['createOperator', 'changeOperator'],
    status: 400,
    message: /companies: there is no company with the id /,
  },
  { operations: ['acceptInvitation'], status: 400, message: /^This link was used before or has expired/ },
  { status: 400, message: /^after is not valid\. Send the next of the page before/ },
  // Parts of a request that do not fit together.
  { operations: ['listSuppliers'], status: 400, message: /^after needs limit/ },
  {
    operations: ['createOperator', 'changeOperator', 'createProject', 'changeProject', 'reconcile'],
    status: 400,
    message: /\] ?\S* is the same as /,
  },
  {
    operations: ['issueToken', 'revokeToken'],
    status: 400,
    message: /^(The client secret is sent both in |The client_id in the form differs)/,
  },
  { operations: ['reconcile'], status: 400, message: /^to must be after from/ },
  // Limits on the total stored.
  { operations: ['setPreferences'], status: 400, message: /^columns must have at most / },
  { operations: ['createBulk'], status: 400, message: /^(ids is required|filter is not valid)/ },
  { operations: ['listInvoices'], status: 400, message: /^of is not valid/ },
  {
    operations: ['attach', 'checkAttachment', 'attachInvoiceFile', 'putSupplierInvoiceFile'],
    status: 400,
    message: /^the file is (empty|of a kind that is not accepted|\w+ by its bytes, but its (name|content type) says )/,
  },
  { operations: imports, status: 400, message: /^line \d+: |^The file is empty/ },
  {
    operations: ['changeSupplier', 'registerSupplier', 'updateSupplier', 'patchSupplier'],
    status: 400,
    message: /(organizationalNumber|bankGiro|postGiro|iban|bicSwift) (may have|must have|must begin|has|does not) /,
  },
  { operations: ['updateSupplier', 'patchSupplier'], status: 400, message: /^number must be the number in the path/ },
  { operations: ['createOperator'], status: 400, message: /^email must be an e-mail address/ },
  { operations: ['acceptInvitation', 'changePassword'], status: 400, message: /^password must / },
  { operations: ['issueToken'], status: 400, message: /^(This client may ask for|Only client_credentials)/ },
  { status: 400, message: /must not contain U\+[0-9A-F]{4,6}, which cannot be seen/ },
  // Limits on all fields together.
  { operations: ['issueToken', 'revokeToken'], status: 413, message: /^The request is larger than / },
  { status: 400, message: /must have at most 30 decimals/ },
  { operations: ['updateSupplier', 'patchSupplier'], status: 412, message: /has changed since it had the ETag/ },
  // Credentials: the document describes a password's form, not its value.
  { operations: ['signIn'], status: 401, message: /^The e-mail address or the password is wrong/ },
  { operations: ['changePassword'], status: 403, message: /^The current password is wrong/ },
  {
    operations: ['finishSignIn', 'signInByPasskey', 'prove', 'addPasskey', 'addTotp'],
    status: 401,
    message: /^(This took too long|This passkey or code is wrong)/,
  },
  {
    operations: ['createDirectory', 'changeDirectory'],
    status: 400,
    message: /(^issuer must|\]\.(role|approvalLimit|value|company) |^(companies|roles): there is no)/,
  },
  { operations: ['finishDirectorySignIn'], status: 401, message: /^This sign-in has expired/ },
  { operations: ['beginDirectoryLink'], status: 403, message: /^The current password is wrong/ },
  { operations: ['logOutByDirectory'], status: 400, message: /logout token/ },
  { operations: ['addTotp'], status: 400, message: /^code must be the code that the app shows now/ },
  { operations: ['renewRecoveryCodes'], status: 409, message: /^You have no second factor/ },
  {
    operations: ['signIn', 'changePassword', 'acceptInvitation', 'finishSignIn', 'prove', 'signInByPasskey'],
    status: 429,
    message: /^Too many requests/,
  },
];

export const isRule = (operation: string, status: number, message: string): boolean =>
  rules.some(
    (rule) => rule.status === status && (rule.operations?.includes(operation) ?? true) && rule.message.test(message),
  );
