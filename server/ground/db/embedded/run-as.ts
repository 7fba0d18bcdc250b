import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, messageOf, run, type User } from './command.ts';
import { CommandError } from '../../../errors/command-error.ts';

export interface PostgresUser {
  user: User;
  made: boolean;
}

/** PostgreSQL refuses to run as root, so under root it runs as its own user, created if missing. */
export async function postgresUser(name = 'postgres'): Promise<PostgresUser> {
  const found = await findUser(name);
  if (found) return { user: found, made: false };
  const said = await oneAtATime(() => makeUser(name));
  const user = await findUser(name);
  if (user) return { user, made: true };
  throw new CommandError(
    `PostgreSQL refuses to run as root, and the user ${name} that it would run as could not be made (${said.join('; ')}). ` +
      `Make that user, for example with "useradd --system ${name}", start Doorway as an ordinary user, or set DATABASE_URL.`,
  );
}

async function findUser(name: string): Promise<User | undefined> {
  const fields = (await accounts()).find((account) => account[0] === name);
  // A directory service may know users that the file does not list.
  const [uid, gid] = fields ? [Number(fields[2]), Number(fields[3])] : [await id('-u', name), await id('-g', name)];
  if (uid === undefined || gid === undefined) return undefined;
  if (!(uid > 0 && gid >= 0)) {
    throw new CommandError(
      `The user ${name} has the uid ${uid}, as which PostgreSQL refuses to run. Set DATABASE_URL instead.`,
    );
  }
  return { uid, gid, name };
}

export const nameOf = async (uid: number): Promise<string> =>
  (await accounts()).find((account) => Number(account[2]) === uid)?.[0] ?? `with the uid ${uid}`;

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

async function makeUser(name: string): Promise<string[]> {
  const system = ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const ways: string[][] = [
    ['useradd', ...system, '--user-group', name],
    // The group may already exist.
    ['useradd', ...system, '--gid', name, name],
    // BusyBox, as in Alpine.
    ['addgroup', '-S', name],
    ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', '-G', name, name],
  ];
  const said: string[] = [];
  for (const [program = '', ...args] of ways) {
    // The exit code proves nothing: some tools print their help for an unknown option and succeed.
    if (await findUser(name)) return said;
    const output = await run(program, args).then((outcome) => outcome.output || `${program} said nothing`, messageOf);
    said.push((output.split('\n')[0] ?? '').replace(/\.$/, ''));
  }
  return said;
}

/**
 * Two concurrent useradd calls can assign different ids. A lock left by a crash costs one wait; if no lock can be
 * created, the work runs without one.
 */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const lock = '/run/doorway-makes-user';
  for (let waited = 0; waited < 10_000; waited += 100) {
    const failure = await mkdir(lock).then(() => undefined, errorCode);
    if (failure !== 'EEXIST') break;
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}
