import { expect, it } from 'vitest';
import { sumOverCompanies } from './each-company.ts';
import type { CompanyId } from './pool.ts';

const companies = ['a', 'b', 'c'] as CompanyId[];

it('a company that fails does not stop the others, and its error is thrown at the end', async () => {
  const done: CompanyId[] = [];
  const work = async (company: CompanyId) => {
    if (company === 'a') throw new Error('its worker is away');
    done.push(company);
    return 1;
  };
  await expect(sumOverCompanies(companies, undefined, work)).rejects.toThrow('its worker is away');
  expect(done).toEqual(['b', 'c']);
});

it('the results are added up, and the work ends soon after the signal', async () => {
  const stopped = new AbortController();
  expect(await sumOverCompanies(companies, stopped.signal, async () => 2)).toBe(6);
  const work = async () => {
    stopped.abort();
    return 2;
  };
  expect(await sumOverCompanies(companies, stopped.signal, work)).toBe(2);
});
