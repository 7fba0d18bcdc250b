import { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ApiFailure, isOutage } from './api.ts';
import { consolePath } from './base-path.ts';
import { NotFound, RouteFailure } from './layout/failures.tsx';
import { routeTree } from './routes.tsx';
import { leftKey } from './shared/list/place.ts';
import { parseSearch, stringifySearch } from './search.ts';
import { PageSkeleton } from './shared/page/skeletons.tsx';

/** A reader who works through a list for an hour finds it again as it was. */
const listKeptMs = 3_600_000;

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // The API would refuse again; only a lost connection or a failing service is worth a retry. If it stays away,
        // useRecovery asks on.
        retry: (count, error) =>
          error instanceof ApiFailure && (isOutage(error) ? count < 1 : error.status >= 500 && count < 2),
        // A browser that counts as offline may still reach a service on its own network.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  for (const kind of ['list', 'place']) client.setQueryDefaults([kind], { gcTime: listKeptMs });
  return client;
}

interface RouterOptions {
  history?: RouterHistory;
  isServer?: boolean;
}

/** By default for the address of the browser's window. */
export function createConsoleRouter(queryClient: QueryClient, options: RouterOptions = {}) {
  const router = createRouter({
    ...options,
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
  router.subscribe('onBeforeLoad', ({ fromLocation }) =>
    queryClient.setQueryData(leftKey, fromLocation?.pathname ?? ''),
  );
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
