import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the operation in logs, metrics and the reference. */
    operation?: string;
    /** Anybody may call it. Every other route of the door names a scope, every other route of the desk a permission. */
    public?: true;
  }
}

/**
 * Stops the start where a route is open to everybody and does not say so. A permission counts below `deskPath` only, since
 * nobody asks for it elsewhere, and a scope counts only elsewhere.
 */
export function refuseUnguarded(app: FastifyInstance, deskPath?: string): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  // Not before all routes are there: what a route is guarded by may come from the scope that it is in.
  app.addHook('onReady', async () => {
    const isOpen = ({ url, config = {} }: RouteOptions) =>
      (deskPath !== undefined && url.startsWith(`${deskPath}/`) ? config.permission : config.scope) === undefined &&
      config.public !== true;
    const open = routes.filter(isOpen).map(({ method, url }) => `${[method].flat().join(', ')} ${url}`);
    if (open.length > 0)
      throw new Error(
        `Anybody could call ${open.join(' and ')}. Name a scope (door), a permission (desk) or public: true in its config.`,
      );
  });
}
