export const webhookScopes = {
  'webhooks:manage':
    'Create, test, pause and delete own webhook endpoints, change their secrets, and send events again. No token has it unless it was named.',
};
