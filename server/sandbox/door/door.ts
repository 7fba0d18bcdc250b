import { sandboxRoutes } from './routes.ts';
import { sandboxSchemas } from './schemas.ts';
import { anyScope, type Door } from '../../door/door.ts';

export const sandboxDoor: Door = {
  tag: { name: 'Sandbox', description: 'Rehearse before you go live. With a sandbox’s token only.' },
  scopes: {},
  schemas: sandboxSchemas,
  operations: {
    decideInSandbox: { scope: 'supplierinvoices:write' },
    readSandboxChecklist: { scope: anyScope },
    resetSandbox: { scope: anyScope },
  },
  routes: sandboxRoutes,
};
