import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the API refused it will refuse again; only a lost connection or a busy service is worth a second try.
      retry: (count, error) => count < 2 && error instanceof ApiFailure && (error.status === 0 || error.status >= 500),
      // A browser that holds itself to be offline may reach a service on its own network; if not, the reader is told.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
