import type { DirectoryClient } from './provider.ts';
import { openClientSecret } from './secrets.ts';
import { insertDirectory, listDirectories, updateDirectory, type DirectoryRow } from './store.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { SealingKeys } from '../../ground/secrets/seal.ts';

/** A directory that the configuration names. Its roles are in the database, and administrators change them. */
export type ConfiguredDirectory = DirectoryClient & { name: string };

export interface DirectorySettings {
  configured: ConfiguredDirectory | undefined;
  sealingKeys: SealingKeys;
}

export type Directory = Omit<DirectoryRow, 'secret'> & { isConfigured: boolean; hasSecret: boolean };

/** One installation has at most one, so its id is the same everywhere. */
const configuredId = 'd1ec7047-0000-4000-8000-000000000001';

const asDirectory = ({ secret, ...row }: DirectoryRow): Directory => ({
  ...row,
  isConfigured: row.id === configuredId,
  hasSecret: secret !== null,
});

const asConfigured = (row: DirectoryRow, { name, issuer, clientId, secret, scopes }: ConfiguredDirectory) => ({
  ...asDirectory(row),
  name,
  issuer,
  clientId,
  scopes,
  hasSecret: secret !== undefined,
});

/** All directories. One that the configuration no longer names is left out. */
export async function knownDirectories(db: Db, { configured }: DirectorySettings): Promise<Directory[]> {
  const rows = await listDirectories(db);
  if (configured === undefined) return rows.filter(({ id }) => id !== configuredId).map(asDirectory);
  const { name, issuer, clientId, scopes } = configured;
  const stored = rows.find(({ id }) => id === configuredId);
  if (stored !== undefined) {
    const isSame = stored.name === name && stored.issuer === issuer && stored.clientId === clientId;
    // The list of operators shows the name.
    if (!isSame) await updateDirectory(db, { ...stored, name, issuer, clientId, scopes });
    return rows.map((row) => (row.id === configuredId ? asConfigured(row, configured) : asDirectory(row)));
  }
  const [secret, companies, createdAt] = [null, null, new Date()];
  const row = {
    id: configuredId,
    name,
    issuer,
    clientId,
    secret,
    scopes,
    companies,
    roles: [],
    createdAt,
    disabledAt: null,
  };
  await insertDirectory(db, row);
  return [...rows.map(asDirectory), asConfigured(row, configured)];
}

export const findDirectory = async (db: Db, settings: DirectorySettings, id: string): Promise<Directory | undefined> =>
  (await knownDirectories(db, settings)).find((one) => one.id === id.toLowerCase());

/** What the service needs to act as the directory's client. Undefined if no key opens the secret. */
export async function clientOf(
  db: Db,
  { configured, sealingKeys }: DirectorySettings,
  { id, issuer, clientId, scopes, isConfigured }: Directory,
): Promise<DirectoryClient | undefined> {
  if (isConfigured) return configured;
  const sealed = (await listDirectories(db)).find((row) => row.id === id)?.secret ?? null;
  const secret = sealed === null ? undefined : openClientSecret(sealingKeys, id, sealed);
  return sealed !== null && secret === undefined ? undefined : { issuer, clientId, secret, scopes };
}
