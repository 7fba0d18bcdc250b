import { describe, expect, it } from 'vitest';
import { breathe } from '../../testing/time.ts';
import { createBatch, type BatchOptions } from './batch.ts';
import type { CompanyId } from './pool.ts';

const [acme, other] = ['acme' as CompanyId, 'other' as CompanyId];
const failure = (code: string) => Object.assign(new Error(code), { code });

function batchOf(
  write: (company: CompanyId, items: string[]) => string[] | Promise<string[]>,
  more: Partial<BatchOptions<string, string>> = {},
) {
  const written: string[][] = [];
  const submit = createBatch<string, string>({
    weigh: (item) => item.length,
    ...more,
    write: async (company, items) => {
      written.push(items);
      await breathe();
      return write(company, items);
    },
  });
  return { submit, written };
}

const echo = (_company: CompanyId, items: string[]) => items.map((item) => `done ${item}`);

describe('a batch', () => {
  it('writes whoever finds the company idle at once, and all who came meanwhile together', async () => {
    const { submit, written } = batchOf(echo);
    const items = ['a', 'b', 'c', 'd'];
    expect(await Promise.all(items.map((item) => submit(acme, item)))).toEqual(items.map((item) => `done ${item}`));
    expect(written).toEqual([['a'], ['b', 'c', 'd']]);
    expect(await submit(acme, 'later')).toBe('done later');
  });

  it('never has one company wait for another, or mixes the two', async () => {
    const { submit, written } = batchOf(echo);
    await Promise.all([submit(acme, 'a1'), submit(other, 'o1'), submit(acme, 'a2'), submit(other, 'o2')]);
    expect(written).toEqual([['a1'], ['o1'], ['a2'], ['o2']]);
  });

  it('has at most 200 items, and at most 8 MiB unless one alone is larger', async () => {
    const sizes: number[] = [];
    const many = batchOf(echo, { observe: (size) => sizes.push(size) });
    await Promise.all(Array.from({ length: 450 }, (_, at) => many.submit(acme, `${at}`)));
    expect(sizes).toEqual([1, 200, 200, 49]);

    const mebibyte = 1024 * 1024;
    const heavy = batchOf(echo, { weigh: (item) => Number(item) * mebibyte });
    await Promise.all(['1', '5', '3', '1', '9', '1'].map((item) => heavy.submit(acme, item)));
    expect(heavy.written).toEqual([['1'], ['5', '3'], ['1'], ['9'], ['1']]);
  });

  it.each(['22P05', '22003', '54001', '23514', 'XX000'])(
    'one item that the database refuses (%s) fails alone',
    async (code) => {
      const { submit } = batchOf((company, items) => {
        if (items.includes('bad')) throw failure(code);
        return echo(company, items);
      });
      const outcomes = await Promise.allSettled(['first', 'a', 'bad', 'b', 'c'].map((item) => submit(acme, item)));
      expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code))).toEqual(
        ['done first', 'done a', code, 'done b', 'done c'],
      );
    },
  );

  it('a failure of the database fails those it was to write, once, and nobody after them', async () => {
    let calls = 0;
    const { submit } = batchOf((company, items) => {
      calls += 1;
      if (items.includes('lost')) throw failure('57P01');
      return echo(company, items);
    });
    const outcomes = await Promise.allSettled(['first', 'lost', 'with it'].map((item) => submit(acme, item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(calls).toBe(2);
    expect(await submit(acme, 'after')).toBe('done after');
  });

  it('two transactions in each other’s way are tried again', async () => {
    let calls = 0;
    const { submit } = batchOf((company, items) => {
      calls += 1;
      if (calls < 4) throw failure(calls % 2 === 0 ? '40001' : '40P01');
      return echo(company, items);
    });
    expect(await submit(acme, 'a')).toBe('done a');
    expect(calls).toBe(4);
  });

  it('more than 5,000 that wait are asked to come again, and those that wait are served', async () => {
    const { submit } = batchOf(echo);
    const outcomes = await Promise.allSettled(Array.from({ length: 5_003 }, (_, at) => submit(acme, `${at}`)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused)
      expect(reason).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });
    expect(await submit(acme, 'after')).toBe('done after');
  });
});

describe('a batch with a faster write', () => {
  it('lets undecided items wait for three fast writes at most, and not at all if nobody else waits', async () => {
    const order: string[] = [];
    let arriving: () => void = () => undefined;
    const { submit } = batchOf(
      (company, items) => {
        order.push(`all of ${items.join(' ')}`);
        return echo(company, items);
      },
      {
        writeQuickly: async (_company, items) => {
          order.push(`fast ${items.join(' ')}`);
          arriving();
          await breathe();
          return items.map((item) => (item.startsWith('slow') ? undefined : `fast ${item}`));
        },
      },
    );
    const answers: Promise<string>[] = [];
    const arrive = (item: string) => answers.push(submit(acme, item));
    let next = 0;
    arriving = () => {
      if (next < 7) arrive(next === 2 ? 'slow 2' : `${next}`);
      next += 1;
    };
    arrive('slow');
    while (answers.length < 8) await Promise.all(answers);
    expect((await Promise.all(answers)).sort()).toEqual([
      'done slow',
      'done slow 2',
      ...['0', '1', '3', '4', '5', '6'].map((item) => `fast ${item}`),
    ]);
    expect(order).toEqual([
      'fast slow',
      'fast 0',
      'fast 1',
      'fast slow 2',
      'all of slow slow 2',
      'fast 3',
      'fast 4',
      'fast 5',
      'fast 6',
    ]);
    order.length = 0;
    await submit(acme, 'slow and alone');
    expect(order).toEqual(['fast slow and alone', 'all of slow and alone']);
  });
});

describe('a batch that companies share', () => {
  const companies = Array.from({ length: 5 }, (_, at) => `company ${at}` as CompanyId);

  function sharedBatch(undecided: readonly string[] = [], fails?: string) {
    const together: string[][] = [];
    const { submit, written } = batchOf(echo, {
      writeForCompanies: async (items) => {
        together.push(items.map(({ item }) => item));
        await breathe();
        if (fails !== undefined) throw failure(fails);
        return items.map(({ item }) => (undecided.includes(item) ? undefined : `shared ${item}`));
      },
    });
    const submitAll = (items: string[]) =>
      Promise.allSettled(items.map((item, at) => submit(companies[at % companies.length] as CompanyId, item)));
    return { submit, submitAll, written, together };
  }
  const valuesOf = (outcomes: PromiseSettledResult<string>[]) =>
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message));

  it('has one company alone while nothing else is written, and then all who came meanwhile', async () => {
    const { submitAll, written, together } = sharedBatch();
    expect(valuesOf(await submitAll(['a', 'b', 'c', 'd', 'e', 'a2']))).toEqual([
      'done a',
      'shared b',
      'shared c',
      'shared d',
      'shared e',
      'done a2',
    ]);
    // A company that has a batch of its own stays there until it is empty.
    expect(written).toEqual([['a'], ['a2']]);
    expect(together).toEqual([['b'], ['c', 'd', 'e']]);
  });

  it('leaves what it could not decide to the company', async () => {
    const { submitAll, written } = sharedBatch(['c']);
    expect(valuesOf(await submitAll(['a', 'b', 'c', 'd']))).toEqual(['done a', 'shared b', 'done c', 'shared d']);
    expect(written).toEqual([['a'], ['c']]);
  });

  it.each(['22P05', '23514', '40P01', '53200', '55P03', '57014', '57P01', '08006', 'ECONNRESET', 'XX000'])(
    'that fails (%s) leaves all to their companies, where each is written once',
    async (code) => {
      const { submitAll, written } = sharedBatch([], code);
      expect(valuesOf(await submitAll(['a', 'b', 'c', 'd']))).toEqual(['done a', 'done b', 'done c', 'done d']);
      expect(written).toEqual([['a'], ['b'], ['c'], ['d']]);
    },
  );

  it('that fails harms only the companies whose own write fails, too', async () => {
    const { submit } = batchOf(
      (company, items) => {
        if (items.includes('poison')) throw failure('57014');
        return echo(company, items);
      },
      { writeForCompanies: () => Promise.reject(failure('57014')) },
    );
    const items = ['a', 'b', 'poison', 'c'];
    const outcomes = await Promise.allSettled(items.map((item, at) => submit(companies[at] as CompanyId, item)));
    expect(valuesOf(outcomes)).toEqual(['done a', 'done b', '57014', 'done c']);
  });

  it('that gets no connection fails: the companies would wait for one again', async () => {
    const { submit, written } = batchOf(echo, {
      writeForCompanies: () => Promise.reject(new Error('timeout exceeded when trying to connect')),
    });
    const outcomes = await Promise.allSettled(['a', 'b'].map((item, at) => submit(companies[at] as CompanyId, item)));
    expect(valuesOf(outcomes)).toEqual(['done a', 'timeout exceeded when trying to connect']);
    expect(written).toEqual([['a']]);
  });

  it('has no item that others would wait for', async () => {
    const { submitAll, written, together } = sharedBatch();
    const large = 'x'.repeat(65 * 1024);
    await submitAll(['a', large, 'c']);
    expect(written).toEqual([['a'], [large]]);
    expect(together).toEqual([['c']]);
  });
});
