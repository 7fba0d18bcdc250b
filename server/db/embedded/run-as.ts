import { readFile } from 'node:fs/promises';
import { CommandError } from '../../errors.ts';
import { messageOf, run, type User } from './command.ts';

export interface PostgresUser {
  user: User;
  made: boolean;
}

/** PostgreSQL refuses to run as root, so under root it runs as a user of its own, made where it is missing. */
export async function postgresUser(name = 'postgres'): Promise<PostgresUser> {
  const found = await findUser(name);
  if (found) return { user: found, made: false };
  const attempts = await makeUser(name);
  const user = await findUser(name);
  if (user) return { user, made: true };
  throw new CommandError(
    `PostgreSQL refuses to run as root, and the user ${name} that it would run as could not be made (${attempts.join('; ')}). ` +
      `Make that user, for example with "useradd --system ${name}", start Doorway as an ordinary user, or set DATABASE_URL.`,
  );
}

async function findUser(name: string): Promise<User | undefined> {
  const fields = (await accounts()).find((account) => account[0] === name);
  // A directory service may know users that the file does not list.
  const [uid, gid] = fields ? [Number(fields[2]), Number(fields[3])] : [await id('-u', name), await id('-g', name)];
  if (uid === undefined || gid === undefined) return undefined;
  if (!(uid > 0 && gid >= 0)) {
    throw new CommandError(`The user ${name} has the uid ${uid}, as which PostgreSQL refuses to run. Set DATABASE_URL instead.`);
  }
  return { uid, gid, name };
}

export async function nameOf(uid: number): Promise<string> {
  return (await accounts()).find((account) => Number(account[2]) === uid)?.[0] ?? `with the uid ${uid}`;
}

async function accounts(): Promise<string[][]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4);
}

async function id(what: '-u' | '-g', name: string): Promise<number | undefined> {
  const answer = await run('id', [what, '--', name]).catch(() => undefined);
  return answer?.ok && /^\d+$/.test(answer.output) ? Number(answer.output) : undefined;
}

/**
 * Tries the tools that Linux distributions have, and returns what went wrong with each. The caller looks the user up
 * again in any case: another process may have made it at the same moment.
 */
async function makeUser(name: string): Promise<string[]> {
  const quiet = ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const ways: string[][][] = [
    [['useradd', ...quiet, '--user-group', name]],
    // The group may be there already.
    [['useradd', ...quiet, '--gid', name, name]],
    // BusyBox, as in Alpine.
    [['addgroup', '-S', name], ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', '-G', name, name]],
  ];
  const failures: string[] = [];
  for (const way of ways) {
    let failure: string | undefined;
    for (const [program = '', ...args] of way) {
      failure = await run(program, args).then(
        ({ ok, output }) => (ok ? undefined : `${program}: ${output}`),
        (error: unknown) => messageOf(error),
      );
    }
    if (failure === undefined) return [];
    failures.push(failure.replace(/\.$/, ''));
  }
  return failures;
}
