import { median } from './jobs.ts';
import type { Server } from './processes.ts';
import { digits, type Target } from './report.ts';
import type { Stage } from './stage.ts';

const maxMs = 100;
const timesEach = 15;
const path = '/supplierinvoices/supplierinvoices';

/** How long a partner's list takes at its beginning, in its middle and at its end, one page at a time over HTTP. */
export async function measureReadBack({ filled, tokens }: Stage): Promise<Target[]> {
  const ask = async (query: string) => {
    const begun = performance.now();
    const response = await fetch(`${(filled as Server).url}${path}?${query}`, {
      headers: { authorization: `Bearer ${tokens.invoicing}` },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${query}: ${response.status} ${text}`);
    return { ms: performance.now() - begun, page: JSON.parse(text) as { next: string; hasMore: boolean } };
  };
  const ends: string[] = [];
  for (let page = (await ask('limit=1000')).page; ; page = (await ask(`limit=1000&after=${page.next}`)).page) {
    ends.push(page.next);
    if (!page.hasMore) break;
  }
  const [middle, lastButOne, last] = [ends[Math.floor(ends.length / 2)], ends.at(-2) ?? ends[0], ends.at(-1)];
  const pages: Record<string, string> = {
    'the first 100': 'limit=100',
    '100 in the middle': `limit=100&after=${middle}`,
    'the last 100': `limit=100&after=${lastButOne}`,
    'the first 1,000': 'limit=1000',
    '1,000 in the middle': `limit=1000&after=${middle}`,
    'nothing new': `after=${last}`,
    'a state that none has': 'state=rejected',
  };
  const targets: Target[] = [];
  for (const [what, query] of Object.entries(pages)) {
    await ask(query);
    const times: number[] = [];
    for (let nth = 0; nth < timesEach; nth++) times.push((await ask(query)).ms);
    targets.push({
      what: `Reading back: ${what}, median (least to most)`,
      target: `less than ${maxMs} ms`,
      measured: `${digits(median(times))} ms (${digits(Math.min(...times))} to ${digits(Math.max(...times))})`,
      reached: median(times) < maxMs,
    });
  }
  return targets;
}
