import type { BackedUpCompany, Manifest, ArchivePart } from '../archive/manifest.ts';
import { format, ownTables, partName, rebuiltTables } from '../archive/manifest.ts';
import { writeManifest } from '../archive/manifest-file.ts';
import { writePart, type BackupTarget, writeSums } from '../archive/parts.ts';
import { readJobs } from '../queue.ts';
import type { Connection } from '../../ground/db/connect/client.ts';
import { inTransaction, withClient } from '../../ground/db/connect/with-client.ts';
import { copyOut, copySettings } from '../../ground/db/copy.ts';
import { newId } from '../../ground/db/ids.ts';
import { migrationsOf } from '../../ground/db/migrate.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { readTables } from '../../ground/db/tables.ts';
import { version } from '../../package.ts';

/** Backs up the rows and jobs of any schema, also of one that this version can no longer use. */
export async function backUpRows(connection: Connection, target: BackupTarget): Promise<Manifest> {
  return withClient(connection, 'doorway test', (client) =>
    inTransaction(client, async () => {
      await client.query(copySettings);
      const parts: ArchivePart[] = [];
      for (const table of await readTables(client)) {
        if ([...ownTables, ...rebuiltTables].includes(table.name)) continue;
        const { rows } = (await client.query(
          table.ofCompany
            ? `SELECT DISTINCT company_id AS company FROM ${table.name}`
            : `SELECT FROM ${table.name} LIMIT 1`,
        )) as { rows: { company?: CompanyId }[] };
        for (const { company } of rows) {
          const described = { kind: 'rows' as const, table: table.name, ...(company !== undefined && { company }) };
          parts.push(
            await writePart(
              target,
              { name: partName(described), columns: table.columns, ...described },
              copyOut(client, table, company),
            ),
          );
        }
      }
      const queue = await writePart(target, { name: 'queue.jsonl.gz', kind: 'queue' }, readJobs(client));
      const { rows: companies } = (await client.query(
        `SELECT companies.id, name, sandbox_of IS NOT NULL AS "isSandbox", coalesce(event_seq, 0)::float8 AS "lastEvent"
         FROM companies LEFT JOIN company_counters ON company_id = companies.id`,
      )) as { rows: BackedUpCompany[] };
      const { ran = [] } = await migrationsOf(client);
      const manifest: Manifest = {
        format,
        name: target.folder.split('/').at(-1) as string,
        installation: newId(),
        version,
        migrations: ran.toSorted(),
        isEncrypted: target.key !== undefined,
        takenAt: new Date().toISOString(),
        endedAt: new Date().toISOString(),
        companies,
        parts: [...parts, queue],
        files: { count: 0, bytes: 0 },
        damaged: [],
      };
      await writeSums(target, manifest.parts);
      await writeManifest(target, manifest);
      return manifest;
    }),
  );
}
