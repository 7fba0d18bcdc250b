import { clientOf, findDirectory } from './known.ts';
import type { DirectoryDeps } from './proof.ts';
import { endSessionsBy } from './store.ts';
import { noteOnce } from '../sign-in/steps.ts';
import { audit, theDirectory } from '../../audit/record.ts';
import { ApiError, notFound, unavailable } from '../../errors/errors.ts';
import { noCompany, transaction } from '../../ground/db/pool.ts';

/** A logout token is refused after five minutes, and the clocks may differ by one. */
const rememberedMs = 10 * 60_000;

/** The standard wants a 400. */
const invalid = () => new ApiError('logout.invalid');

function asInvalid(error: unknown): never {
  throw error instanceof ApiError && error.status === 401 ? invalid() : error;
}

/** Ends the sessions that a logout token of the directory names. A token works once. */
export async function logOutByDirectory(deps: DirectoryDeps, directoryId: string, token: string): Promise<void> {
  const directory = await findDirectory(deps.pool, deps, directoryId);
  if (directory === undefined) throw notFound();
  const client = await clientOf(deps.pool, deps, directory);
  if (client === undefined) throw unavailable('directory.unavailable', {});
  const { sub, sid, jti } = await deps.directories.readLogout(client, token).catch(asInvalid);
  const [subject, session] = [sub ?? null, typeof sid === 'string' ? sid : null];
  if (subject === null && session === null) throw invalid();
  await transaction(deps.pool, async (tx) => {
    const now = new Date();
    const isNew = await noteOnce(tx, 'logout', `${directory.id} ${jti}`, new Date(now.getTime() + rememberedMs));
    if (!isNew) throw invalid();
    const ended = new Set(await endSessionsBy(tx, directory.id, { subject, session }));
    for (const id of ended) {
      const entry = { action: 'operator.signedoutbydirectory', subjectId: id, data: { directory: directory.name } };
      await audit(tx, noCompany, theDirectory, entry, now);
    }
  });
}
