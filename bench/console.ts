import { createInvoices } from './cases.ts';
import type { Closing } from './closing.ts';
import { median } from './jobs.ts';
import { digits, type Target } from './report.ts';
import type { Stage } from './stage.ts';
import { openBrowser } from '../console/tests/chromium.ts';
import { requireCompany } from '../server/companies/store.ts';
import { createPool } from '../server/ground/db/connect/create-pool.ts';
import { transaction } from '../server/ground/db/pool.ts';
import { beginSession } from '../server/operators/sign-in/sessions.ts';
import { insertOperator } from '../server/operators/store.ts';

const maxSeconds = 2;
const runs = 9;

/**
 * How long an operator waits for the overview with its figures and chart, in a real Chromium with an empty cache. Each
 * run has its own profile; the browser runs already.
 */
export async function measureConsole(stage: Stage, closing: Closing): Promise<Target> {
  const { load, tokens } = stage;
  const service = await stage.freshService();
  await load(createInvoices(service, tokens.invoicing, 8, { warmUpMs: 0, measureMs: 1_000 }));
  const { company, session } = await signIn(stage.databases.service);
  const browser = await openBrowser();
  closing.add(() => browser.close());
  const seconds: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    await context.addCookies([
      {
        name: 'doorway_session',
        value: session,
        domain: '127.0.0.1',
        path: '/operator',
        httpOnly: true,
        sameSite: 'Strict',
      },
    ]);
    const page = await context.newPage();
    const begun = performance.now();
    await page.goto(`${service.url}/console/companies/${company}/overview`, { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Invoices to decide' }).waitFor();
    await page.locator('.recharts-bar-rectangle path').first().waitFor({ state: 'attached' });
    // The first run includes one-time start-up costs.
    if (run > 0) seconds.push((performance.now() - begun) / 1000);
    await context.close();
  }
  const middle = median(seconds);
  return {
    what: 'Console: the overview with its data, nothing in the cache',
    target: `less than ${maxSeconds} s`,
    measured: `${digits(middle)} s (${digits(Math.min(...seconds))} to ${digits(Math.max(...seconds))})`,
    reached: middle < maxSeconds,
  };
}

async function signIn(database: string): Promise<{ company: string; session: string }> {
  const pool = createPool({ connection: { connectionString: database }, size: 1, onIdleError: () => undefined });
  try {
    const id = crypto.randomUUID();
    const session = await transaction(pool, async (tx) => {
      const now = new Date();
      await insertOperator(tx, { id, email: 'bench@example.com', name: 'Bench', administrator: true }, now);
      return beginSession(tx, id, undefined, now);
    });
    return { company: await requireCompany(pool, 'Invoicing'), session };
  } finally {
    await pool.end();
  }
}
