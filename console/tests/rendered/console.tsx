import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { signedOut, startPreferences } from '../../src/preferences.tsx';
import { createConsoleRouter, createQueryClient } from '../../src/router.tsx';
import { cssVariables, theme } from '../../src/theme.ts';

export interface Console {
  client: QueryClient;
  /** The HTML of the page, drawn from the answers that the client has. */
  draw(): Promise<string>;
}

/** The console at an address below /console, as React renders it without a browser: effects do not run. */
export async function openConsole(path: string): Promise<Console> {
  // As in a new browser: the modules still have the language of the page that was rendered before.
  signedOut();
  startPreferences(() => Promise.resolve());
  const client = createQueryClient();
  const queries = { retry: false, retryOnMount: false, staleTime: Number.POSITIVE_INFINITY };
  client.setDefaultOptions({ queries });
  const history = createMemoryHistory({ initialEntries: [`/console${path}`] });
  const router = createConsoleRouter(client, { history, isServer: true });
  await router.load();
  const draw = async () => {
    const errors: unknown[] = [];
    const { prelude } = await prerenderToNodeStream(
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="light">
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
      { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (error) => void errors.push(error) },
    );
    // React itself would only show the nearest fallback.
    if (errors.length > 0) throw errors[0];
    return text(prelude);
  };
  return { client, draw };
}
