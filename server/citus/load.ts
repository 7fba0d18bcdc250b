import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { paths, send, type Answer } from '../testing/door.ts';

export interface LoadedCompany {
  id: string;
  token: string;
  /** Address of the worker that had the company's rows when the load began. */
  worker: string;
}

export interface ClusterLoad {
  /** Ids by company and reference. */
  readonly acknowledged: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Answers that are neither a success nor a 503 with Retry-After. */
  readonly wrong: readonly Pick<Answer, 'status' | 'body'>[];
  readonly refused: number;
  /** Invoices a second that companies of this worker had acknowledged between two moments. */
  rate(worker: string, from: number, until: number): number;
  /** Resolves once every invoice that was sent is acknowledged. */
  stop(): Promise<void>;
}

const clientsPerCompany = 4;
const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/;

/**
 * Clients that send one invoice after the other and repeat a request until it is acknowledged, as partners should. Every
 * second client sends an Idempotency-Key; the others rely on the reference, and take the 409 that names the id for a
 * success. `name` begins the references.
 */
export function startLoad(address: string, companies: LoadedCompany[], name: string): ClusterLoad {
  const acknowledged = new Map(companies.map(({ id }) => [id, new Map<string, string>()]));
  const moments = new Map<string, number[]>(companies.map(({ worker }) => [worker, []]));
  const wrong: ClusterLoad['wrong'][number][] = [];
  let refused = 0;
  let isStopped = false;

  async function create({ token }: LoadedCompany, reference: string, headers: Record<string, string>): Promise<string> {
    const body = { externalReferenceId: reference, supplierNumber: '1', totalPrice: 10.5 };
    for (let attempt = 0; ; attempt++) {
      const {
        status,
        headers: answered,
        body: answer,
      } = await send(address, 'POST', paths.invoices, { token, body, headers });
      if (status === 200) return answer.id;
      const existing = status === 409 && attempt > 0 && uuid.exec(answer.message)?.[0];
      if (existing) return existing;
      const retryAfter = Number(answered.get('retry-after'));
      if (status === 503 && retryAfter > 0) refused += 1;
      else wrong.push({ status, body: answer });
      await sleep(retryAfter * 1_000 || 100);
    }
  }

  async function run(company: LoadedCompany, client: number): Promise<void> {
    for (let n = 0; !isStopped; n++) {
      const reference = `${name} ${client} ${n}`;
      const headers: Record<string, string> = client % 2 === 0 ? { 'idempotency-key': reference } : {};
      acknowledged.get(company.id)?.set(reference, await create(company, reference, headers));
      moments.get(company.worker)?.push(Date.now());
    }
  }

  const running = Promise.all(
    companies.flatMap((company) => Array.from({ length: clientsPerCompany }, (_, client) => run(company, client))),
  );
  // Awaited by stop(), unless the test fails before.
  running.catch(() => undefined);
  onTestFinished(() => {
    isStopped = true;
  });
  return {
    acknowledged,
    wrong,
    get refused() {
      return refused;
    },
    rate: (worker, from, until) => {
      const many = moments.get(worker)?.filter((at) => at >= from && at < until).length ?? 0;
      return (many * 1_000) / (until - from);
    },
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
