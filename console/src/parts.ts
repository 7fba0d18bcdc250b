import { createElement, lazy, use, type ComponentType } from 'react';
import { consolePath } from './place.ts';

/** Whether a part of the console could not be fetched: the service is away, or it is another version, whose parts have other names. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message);

/**
 * A page that is fetched when it is needed. Once that has failed it throws why: browsers and the builder's own loader remember a part
 * that was not there, so only a new start of the console gets it. The router's own function would start anew at once, and where the
 * service does not answer that ends at the browser's error page.
 */
export function lazyRouteComponent<Name extends string>(
  fetchPart: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
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

/** Something in front of a page, such as a help. The page must not suffer where it cannot be fetched, nor what is typed there. */
export const lazyBeside = <Props extends object>(fetchPart: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => fetchPart().catch(() => ({ default: () => null })));

/** Whether the service answers, so that starting anew leads to the console. */
export const answers = (): Promise<boolean> =>
  fetch(`${consolePath}/`, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

const key = 'doorway.started-anew';
const againAfterMs = 60_000;

/** Starts the console anew at the same address; false where that was done a moment ago and did not help. */
export function startAnew(): boolean {
  try {
    const [at, address] = JSON.parse(sessionStorage.getItem(key) ?? '[0, ""]') as [number, string];
    if (address === window.location.href && Date.now() - at < againAfterMs) return false;
    sessionStorage.setItem(key, JSON.stringify([Date.now(), window.location.href]));
  } catch {
    // A browser that keeps nothing cannot tell how often this was done, so nobody is sent in circles.
    return false;
  }
  window.location.reload();
  return true;
}
