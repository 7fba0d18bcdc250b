import type { Command } from 'commander';
import { rotateSigningKey } from './keys.ts';
import { publishedBeforeMs, signingOrder } from './signing.ts';
import { listSigningKeys, type StoredKey } from './store.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import { loadSealingKeys } from '../ground/secrets/sealing-keys.ts';

export function keysCommands(keys: Command): void {
  keys
    .command('list')
    .description('List the keys that sign receipts, newest first. All of them are published.')
    .option('--json', 'print them as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const now = new Date();
      const stored = await withDatabase(readConfig(process.env), listSigningKeys);
      const [signing] = signingOrder(stored, now);
      const listed = stored.map(({ kid, createdAt, replacedAt }) => ({
        kid,
        createdAt,
        replacedAt,
        signs: kid === signing?.kid,
      }));
      if (json) console.log(JSON.stringify(listed));
      else if (listed.length === 0) console.error('There are no keys yet. doorway serve makes the first one.');
      else for (const key of listed) console.log(asLine(key));
    });

  keys
    .command('rotate')
    .description('Make a new key that signs receipts. Older keys stay published, so their receipts stay valid.')
    .option('--json', 'print the ids of both keys as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env);
      const now = new Date();
      const rotated = await withDatabase(config, async (pool) =>
        rotateSigningKey(pool, await loadSealingKeys(config), now),
      );
      if (rotated === undefined)
        throw new CommandError('Another process made a new key at the same moment. doorway keys list shows it.');
      const { made, before } = rotated;
      if (json) console.log(JSON.stringify({ kid: made, replaced: before ?? null }));
      else if (before === undefined) console.log(`Made the key ${made}. It signs receipts at once.`);
      else
        console.log(
          `Made the key ${made}. It is published now and signs receipts from ${asTime(new Date(now.getTime() + publishedBeforeMs))} on, in every process within a minute.\nThe key ${before} stays published: receipts that it signed can still be verified.`,
        );
    });
}

const asTime = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function asLine({
  kid,
  createdAt,
  replacedAt,
  signs,
}: Pick<StoredKey, 'kid' | 'createdAt' | 'replacedAt'> & { signs: boolean }): string {
  const use = signs ? 'signs' : replacedAt === null ? 'signs within a minute' : `replaced ${asTime(replacedAt)}`;
  return [kid, `made ${asTime(createdAt)}`, use].join('\t');
}
