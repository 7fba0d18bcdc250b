const maxShown = 80;

/** Cuts a caller's text, never inside a character, so that a message about a body is not larger than the body. */
export const short = (text: string, maxLength = maxShown): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`;

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Also escapes invisible characters. */
export const visible = (text: string) => short(text).replace(invisible, escaped);

export const quoted = (text: string) => JSON.stringify(short(text)).replace(invisible, escaped);

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** A pattern, because the data of `toLocaleString` takes 70 ms to load, and a start writes examples of messages. */
export const thousands = (number: number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** A count in words: "1 row", "1,200 rows". */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${thousands(count)} ${count === 1 ? one : many}`;

export const sizeInWords = (bytes: number) =>
  bytes < (1024 * 1024) / 10
    ? `${Number((bytes / 1024).toFixed(1))} KiB`
    : `${Number((bytes / 1024 / 1024).toFixed(2))} MiB`;

export type FieldDifferences = {
  fields: readonly string[];
  /** The number of others. */
  moreFields: number;
};

const maxFields = 10;
/** Each name in a path is cut to the usual length. */
export const maxPathLength = 300;

export const differing = (paths: readonly string[]): FieldDifferences => ({
  fields: paths.slice(0, maxFields).map((path) => short(path, maxPathLength)),
  moreFields: Math.max(0, paths.length - maxFields),
});

export const isDiffering = ({ fields }: FieldDifferences) => ({ differs: fields.length > 0 });

export function differingInWords({ fields, moreFields }: FieldDifferences): string {
  if (fields.length === 0) return 'nothing differs from what was sent now';
  return `it differs from what was sent now in ${fields.join(', ')}${moreFields > 0 ? ` and ${moreFields} more fields` : ''}`;
}

export type UnknownName = { nearest: string } | { instead: string } | { known: readonly string[] };

export const adviceOn = (name: UnknownName, all: string): string =>
  'nearest' in name
    ? `did you mean ${name.nearest}?`
    : 'instead' in name
      ? name.instead
      : `the ${all} are ${name.known.join(', ')}`;

export type Project = { name: string; number: string };
export const called = ({ name, number }: Project) => `Project ${quoted(name)} (${quoted(number)})`;

export type Form =
  | { why: 'name' | 'repeated' | 'type'; name: string }
  | { why: 'scopes'; scopes: readonly string[] }
  | {
      why: 'several' | 'none' | 'broken' | 'field' | 'form' | 'secret' | 'client' | 'grant' | 'grantType' | 'token';
    };

const sendForm = 'Send the parameters as application/x-www-form-urlencoded';

export const formWhat = (form: Form): string => {
  switch (form.why) {
    case 'name':
      return `The form has a file ${quoted(form.name)}.`;
    case 'several':
      return 'The form has more than one file.';
    case 'none':
      return 'The form has no file.';
    case 'broken':
      return 'The form is not valid multipart/form-data, or is incomplete.';
    case 'field':
      return refusedName;
    case 'repeated':
      return `${form.name} is sent more than once.`;
    case 'type':
      return `${sendForm}, not as ${form.name}.`;
    case 'form':
      return `${sendForm}.`;
    case 'secret':
      return 'The client secret is sent both in the Authorization header and in the form.';
    case 'client':
      return 'The client_id in the form differs from the one in the Authorization header.';
    case 'grant':
      return 'grant_type is required.';
    case 'grantType':
      return 'grant_type must be client_credentials.';
    case 'scopes':
      return `This client may ask for ${form.scopes.join(' ')}.`;
    default:
      return 'token is required.';
  }
};

export const formTodo: Partial<Record<Form['why'], string>> = {
  name: 'Send one part, named file.',
  several: 'Send each in a request of its own.',
  none: 'Send it as a part named file, with a file name.',
  broken: 'Send it again.',
  field: 'Leave it out.',
  grant: 'Send grant_type=client_credentials.',
};

/** Fields with these names could change the prototypes of objects in programs that read them. */
export const refusedName = 'The body has a field named __proto__ or constructor.prototype, which is refused.';

type Excess = { why: 'values' | 'digits' | 'fields' | 'levels'; most: number };
export const excessWhat = ({ why, most }: Excess) =>
  ({
    values: `The body has more than ${thousands(most)} values.`,
    digits: `The numbers of the body have more than ${thousands(most)} digits when they are written out.`,
    fields: `An object in the body has more than ${thousands(most)} fields that the interface does not know.`,
    levels: `The body must not be nested deeper than ${most} levels.`,
  })[why];

export type Json = { why: 'place'; line: number; column: number } | { why: 'somewhere' | 'name' };

export type Query =
  | { why: 'problems' | 'reference'; count: number }
  | { why: 'nothing' | 'after' | 'sortedAfter' | 'limit' };
export const queryTodo: Partial<Record<Query['why'], string>> = {
  reference: 'The reference documentation says what each parameter takes.',
  after: 'Send the next of the page before, unchanged.',
  sortedAfter: 'Send the next of the page before, unchanged, with the same sort.',
  limit: 'Send both, or neither.',
};

export type Key = { why: 'length' } | { why: 'hidden'; character: string } | { why: 'long'; most: number };
export const keyWhat = (key: Key): string => {
  switch (key.why) {
    case 'length':
      return 'The header Idempotency-Key takes 1 to 255 characters.';
    case 'hidden':
      return `The header Idempotency-Key must not contain ${key.character}, which cannot be seen.`;
    default:
      return `The header Idempotency-Key must have at most ${key.most} characters.`;
  }
};

/** `isSame`: the key was used by the same operation. `isOwnId`: the partner chose the record's id itself. */
export type UsedKey = {
  operation: string;
  isSame: boolean;
  noun?: string;
  id?: string;
  isOwnId?: boolean;
} & FieldDifferences;
export const usedFor = ({ noun, id, isOwnId }: UsedKey) =>
  id === undefined ? '' : ` for ${noun} ${isOwnId ? quoted(id) : id}`;

export type RetryDelay = { seconds: number; why?: 'tokens' | 'secrets' | undefined };
