import { quoted } from './short.ts';
import { thousands, type FieldDifferences } from './words.ts';

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
