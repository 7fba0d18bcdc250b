import { createRouter } from '@tanstack/react-router';
import { NotFound } from './layout/not-found.tsx';
import { RouteFailure } from './layout/route-failure.tsx';
import { consolePath } from './place.ts';
import { queryClient } from './query-client.ts';
import { routeTree } from './routes.tsx';
import { parseSearch, stringifySearch } from './search.ts';
import { PageSkeleton } from './shared/page/skeletons.tsx';

export const router = createRouter({
  routeTree,
  basepath: consolePath,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: NotFound,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
