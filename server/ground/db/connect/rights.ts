import { isRightMissing } from '../failures.ts';
import { CommandError } from '../../../errors/command-error.ts';

export interface RoleAndDatabase {
  user?: string | undefined;
  database?: string | undefined;
}

export type SetupStage = 'connecting' | 'migrating' | 'starting';

const quoted = (name: string | undefined) => (name === undefined ? '…' : `"${name.replaceAll('"', '""')}"`);

const grants: Record<SetupStage, (role: string, database: string) => string> = {
  connecting: (role, database) => `GRANT CONNECT ON DATABASE ${database} TO ${role}`,
  // The extension pg_trgm and the queue's schema need CREATE on the database.
  migrating: (role, database) =>
    `ALTER DATABASE ${database} OWNER TO ${role}, or GRANT CREATE ON DATABASE ${database} TO ${role}, GRANT ALL ON SCHEMA public TO ${role} and GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`,
  starting: (role) =>
    `GRANT USAGE ON SCHEMA graphile_worker TO ${role}, GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${role} and GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
};

export function explainRights(error: unknown, moment: SetupStage, { user, database }: RoleAndDatabase): unknown {
  if (!isRightMissing(error)) return error;
  const [role, where] = [quoted(user), quoted(database)];
  return new CommandError(
    `The role ${role} may not do what Doorway needs in the database ${where}: ${(error as Error).message}. As an administrator of the server, run: ${grants[moment](role, where)}.`,
  );
}
