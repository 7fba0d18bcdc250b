export const workOrderScopes = {
  'workorders:read': 'Read back own work orders.',
  'workorders:write': 'Create work orders, and read them back.',
};
