import { CommandError } from '../../errors/command-error.ts';

export const storeAdvice = {
  bucket: 'Create the bucket, or correct its name in FILES_URL or BACKUP_URL.',
  clock: 'Set the clock of this machine, and keep it right with NTP.',
  credentials: 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role of this machine.',
  failing: 'Try again later: the store itself reports a failure.',
  refused: 'Check FILES_URL or BACKUP_URL, and S3_ENDPOINT.',
  region: 'Set AWS_REGION to the region of the bucket.',
  rights: 'Give these credentials the rights that docs/configuration.md lists under FILES_URL.',
  unreachable: 'Check that the store runs, that S3_ENDPOINT is right, and that nothing on the way refuses connections.',
};

export type StoreFailure = keyof typeof storeAdvice;

/** A store on the network that cannot be used now. Requests are answered with 503. */
export class StoreUnavailable extends CommandError {
  readonly problem: string;
  readonly why: StoreFailure;

  constructor(problem: string, why: StoreFailure) {
    super(`${problem} ${storeAdvice[why]}`);
    this.name = 'StoreUnavailable';
    this.problem = problem;
    this.why = why;
  }

  /** Waiting may cure it; the others need a change of configuration or rights. */
  get isTemporary(): boolean {
    return this.why === 'unreachable' || this.why === 'failing';
  }
}

export const lacksRights = (error: unknown): boolean => error instanceof StoreUnavailable && error.why === 'rights';

/** A bad sector, a file without rights, or an object that was archived. */
export const isFaultOfFile = (error: unknown): boolean =>
  error instanceof StoreUnavailable
    ? ['rights', 'refused'].includes(error.why)
    : ['EACCES', 'EBADMSG', 'EIO', 'EISDIR', 'ELOOP', 'ENOTDIR', 'EPERM', 'EUCLEAN'].includes(
        (error as NodeJS.ErrnoException).code ?? '',
      );
