import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * Stops the start if a route is open to everybody and does not say so. A permission counts only below `deskPath`,
 * because only the desk checks it; a scope counts only elsewhere.
 */
export function refuseUnguarded(app: FastifyInstance, deskPath?: string): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  // Checked once all routes are registered: a plugin that contains the route may add the guard later.
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
