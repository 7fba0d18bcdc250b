import { createElement, lazy, use, type ComponentType, type FunctionComponent } from 'react';
import { consolePath } from './base-path.ts';

/** Whether a part of the console could not be loaded: the service is down, or a newer version has other file names. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message);

export type LazyPage = FunctionComponent & { preload: () => Promise<void> };

/**
 * A page that is loaded on demand. If that fails, it throws the error: browsers and Vite remember a missing module, so
 * only a restart of the console helps. The router's own function would reload at once, which shows the browser's error
 * page while the service is down.
 */
export function lazyRouteComponent<Name extends string>(
  fetchPart: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyPage {
  let page: ComponentType | undefined;
  let failure: unknown;
  let fetching: Promise<void> | undefined;
  const preload = () => {
    fetching ??= fetchPart().then(
      (part) => void (page = part[name]),
      (error: unknown) => void (failure = error),
    );
    return fetching;
  };
  function LazyPage() {
    use(preload());
    if (page === undefined) throw failure;
    return createElement(page);
  }
  LazyPage.preload = preload;
  return LazyPage;
}

/** An addition to a page, such as the help. If loading fails, the page works without it. */
export const lazyOptional = <Props extends object>(fetchPart: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => fetchPart().catch(() => ({ default: () => null })));

/** Checked before a restart, which would show the browser's error page while the service is down. */
export const answers = (): Promise<boolean> =>
  fetch(`${consolePath}/`, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

const key = 'doorway.started-anew';
const restartIntervalMs = 60_000;

/** Reloads the console at the same address; false if that was done less than a minute ago and did not help. */
export function restart(): boolean {
  try {
    const [at, address] = JSON.parse(sessionStorage.getItem(key) ?? '[0, ""]') as [number, string];
    if (address === window.location.href && Date.now() - at < restartIntervalMs) return false;
    sessionStorage.setItem(key, JSON.stringify([Date.now(), window.location.href]));
  } catch {
    // Without storage the last restart is unknown; reloading might never end.
    return false;
  }
  window.location.reload();
  return true;
}
