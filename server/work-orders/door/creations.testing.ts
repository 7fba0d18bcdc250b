import type { Sample } from '../../testing/operations.ts';

export const creations: Record<string, Sample> = {
  createWorkOrder: {
    reference: 'id',
    table: 'work_orders',
    prepare: (door) =>
      door.addProject({
        number: 'p1',
        name: 'Eken',
        proposalIds: ['P-1'],
        facilities: [{ number: 'f', name: 'House' }],
      }),
    body: async (_door, seed) => ({ id: seed, proposalId: 'P-1' }),
  },
};
