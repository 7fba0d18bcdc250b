export const workOrderScopes = { 'workorders:write': 'Create work orders.' };
