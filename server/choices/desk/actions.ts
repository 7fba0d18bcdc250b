import { findChoices } from './queries.ts';
import type { ChoicesQuery } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { CompanyId } from '../../ground/db/pool.ts';

export async function choicesFor(
  { pool, projections }: Pick<OperatorDeps, 'pool' | 'projections'>,
  company: CompanyId,
  query: ChoicesQuery,
) {
  await projections.catchUp(company);
  return { choices: await findChoices(pool, company, query) };
}
