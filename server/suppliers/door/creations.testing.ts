import type { Sample } from '../../testing/operations.ts';

export const creations: Record<string, Sample> = {
  createSupplier: {
    reference: 'number',
    table: 'suppliers',
    prepare: (door) => door.addSupplier('1'),
    body: async (_door, seed) => ({ number: seed, name: 'Nordbygg' }),
  },
};
