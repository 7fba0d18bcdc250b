import './mantine.css';
import '@mantine/notifications/styles.css';
import './main.css';
import './print.css';
import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useMemo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { change } from './api.ts';
import { colours, startPreferences } from './preferences.tsx';
import { createConsoleRouter, createQueryClient } from './router.tsx';
import { common } from './text/common.ts';
import { useText } from './text.ts';
import { cssVariables, theme } from './theme.ts';

function Themed({ children }: { children: ReactNode }) {
  const { close } = useText(common);
  const inLanguage = useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } } },
      }),
    [close],
  );
  return (
    <MantineProvider
      theme={inLanguage}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colours}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}

startPreferences((chosen) => change('PUT', '/session/preferences', chosen));

const queryClient = createQueryClient();
const router = createConsoleRouter(queryClient);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Themed>
      <Notifications position="top-left" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Themed>
  </StrictMode>,
);
