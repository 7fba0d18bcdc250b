export const supplierScopes = {
  'suppliers:read': 'List suppliers.',
  'suppliers:write': 'Register and update suppliers.',
};
