import { stat } from 'node:fs/promises';
import { fail, ok, warn, type Check } from './check.ts';
import { messageOf } from '../ground/db/embedded/command.ts';
import type { Db } from '../ground/db/pool.ts';
import { findSealingKeys, keyFileOf, type ConfiguredKeys } from '../ground/secrets/sealing-keys.ts';
import { unreadableClientSecrets } from '../operators/directories/secrets.ts';
import { unreadableTotpSecrets } from '../operators/factors/secrets.ts';
import { openSigningKey } from '../receipts/signing.ts';
import { listSigningKeys } from '../receipts/store.ts';
import { unreadableSecrets } from '../webhooks/secrets.ts';
import { quoted } from '../../common/errors/words.ts';

const maxNamed = 10;

export async function checkSecrets(db: Db, named: ConfiguredKeys): Promise<Check[]> {
  const keys = await findSealingKeys(named).catch((error: unknown) => messageOf(error));
  return typeof keys === 'string'
    ? [fail('secrets', keys, 'Restore it from a backup, and let this user read it.')]
    : [
        await checkWebhookSecrets(db, named, keys),
        ...(await checkSignInSecrets(db, keys)),
        await checkSigningKeys(db, named, keys),
      ];
}

async function checkSigningKeys(db: Db, { dataDir }: ConfiguredKeys, keys: readonly Buffer[]): Promise<Check> {
  const [current] = await listSigningKeys(db);
  if (current === undefined) return ok('receipts', 'No key signs receipts yet; doorway serve will make one.');
  if (openSigningKey(keys, current) === undefined)
    return fail(
      'receipts',
      `No key opens ${current.kid}, which signs receipts, so doorway serve does not start.`,
      `Restore ${keyFileOf(dataDir)} from a backup, or set SECRETS_KEY to the key that it was encrypted with; otherwise run doorway keys rotate. Receipts from before stay valid.`,
    );
  return ok('receipts', `Receipts are signed with ${current.kid}.`);
}

/** Nothing if all can be opened. */
async function checkSignInSecrets(db: Db, keys: readonly Buffer[]): Promise<Check[]> {
  const directories = await unreadableClientSecrets(db, keys);
  const operators = await unreadableTotpSecrets(db, keys);
  const named = (lost: readonly string[]) => lost.slice(0, maxNamed).map(quoted).join(', ');
  return [
    ...(directories.length === 0
      ? []
      : [
          fail(
            'directories',
            `No key opens the secrets of these directories, so nobody can sign in by them: ${named(directories)}.`,
            'Type their secrets again in the console, under Directories.',
          ),
        ]),
    ...(operators.length === 0
      ? []
      : [
          fail(
            'authenticator apps',
            `No key opens the secrets of the authenticator apps of ${operators.length} users, so their codes are refused: ${named(operators)}.`,
            'They sign in with a passkey or a recovery code and add the app again, or doorway operator reset-factors removes it.',
          ),
        ]),
  ];
}

async function checkWebhookSecrets(db: Db, named: ConfiguredKeys, keys: readonly Buffer[]): Promise<Check> {
  const file = keyFileOf(named.dataDir);
  const lost = await unreadableSecrets(db, keys);
  if (lost.length > 0) {
    const names = lost.slice(0, maxNamed).map(({ company, id }) => `${id} of ${quoted(company)}`);
    const more = lost.length > maxNamed ? ` and ${lost.length - maxNamed} more` : '';
    return fail(
      'secrets',
      `No key opens the secrets of these webhook endpoints (${lost.length}), so nothing can be delivered to them: ${names.join(', ')}${more}.`,
      `Restore ${file} from a backup, or set SECRETS_KEY to the key that they were encrypted with; otherwise make a new secret for each.`,
    );
  }
  if (named.secretsKey !== undefined) return ok('secrets', 'The secrets of webhooks are encrypted with SECRETS_KEY.');
  const mode = await stat(file).then(
    (found) => found.mode,
    () => undefined,
  );
  if (mode === undefined) return ok('secrets', `${file} does not exist yet; doorway serve will make it.`);
  if ((mode & 0o077) !== 0)
    return warn('secrets', `${file}, the key of the secrets, can be read by other users.`, `Run: chmod 600 ${file}.`);
  return ok('secrets', `The secrets of webhooks are encrypted with ${file}. Back it up with the database.`);
}
