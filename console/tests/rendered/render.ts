import { vi } from 'vitest';
import type { Door } from '../../../server/testing/door.ts';
import type { SignedIn } from '../../../server/testing/operator.ts';
import type { Console } from './console.tsx';
import { readMarkup, type MarkupElement } from './markup.ts';

/** Made by build.js before the tests. */
const bundle = new URL('../../../node_modules/.cache/console-rendered/console.js', import.meta.url).href;

/** Read by the console's modules when they are loaded and rendered. */
const browser = {
  window: { location: { href: 'http://console/console/' }, addEventListener: () => undefined, innerWidth: 1440 },
  document: { querySelector: () => null, documentElement: {}, addEventListener: () => undefined },
  self: {},
  navigator: { language: 'en-GB', userAgent: '' },
};

interface Options {
  language?: 'en' | 'sv';
  timeZone?: string;
  /** Replaces the service's answer at an address, for states that a test cannot bring about. */
  answer?: (address: string, response: Response) => Response | Promise<Response>;
}

/** The service's answer with some of its fields replaced. */
export const changed = async (response: Response, fields: object): Promise<Response> =>
  Response.json({ ...((await response.json()) as object), ...fields });

/**
 * A page of the console with the answers that the service gives to this operator. It takes a fraction of the processor
 * time that a browser needs, but nothing can be clicked or measured in it.
 */
export async function render(
  door: Pick<Door, 'url'>,
  who: SignedIn,
  path: string,
  { language = 'en', timeZone = 'Europe/Stockholm', answer = (_address, response) => response }: Options = {},
): Promise<MarkupElement> {
  const send = fetch;
  const ask = async (address: string, init: RequestInit = {}) => {
    if (!address.startsWith('/operator/v1/')) return send(address, init);
    const headers = { ...(init.headers as Record<string, string>), cookie: who.cookie };
    const response = await send(door.url + address, { ...init, headers });
    if (address.endsWith('/session') && response.ok) return changed(response, { preferences: { language, timeZone } });
    return answer(address, response);
  };
  for (const [name, value] of Object.entries({ ...browser, fetch: ask })) vi.stubGlobal(name, value);
  try {
    const { openConsole } = (await import(bundle)) as { openConsole: (path: string) => Promise<Console> };
    const { client, draw } = await openConsole(path);
    for (;;) {
      const html = await draw();
      // Rendering asks for nothing by itself: it only names the queries of the page.
      const wanted = client
        .getQueryCache()
        .getAll()
        .filter(
          (query) =>
            query.state.status === 'pending' && !('enabled' in query.options && query.options.enabled === false),
        );
      if (wanted.length === 0) {
        client.clear();
        return readMarkup(html);
      }
      await Promise.all(wanted.map((query) => query.fetch().catch(() => undefined)));
    }
  } finally {
    vi.unstubAllGlobals();
  }
}
