import { isProblemCode, problemEntryOf } from '../../../../common/errors/catalogue.ts';
import type { Refusal } from '../../api/types.ts';
import type { common } from '../../text/common.ts';
import type { wordsIn } from '../../text/said.ts';

type Texts = (typeof common)['en'];
type Words = ReturnType<typeof wordsIn>;
type Problem = NonNullable<Refusal['problems']>[number];
/** Messages by path, as forms keep them. */
export type FieldErrors = Record<string, string>;
/** Labels by path. */
type Labels = ReadonlyMap<string, string>;

/** Refusals that name no field and are about one. A form without that field shows them as a whole. */
const fieldOf: Readonly<Record<string, string>> = {
  'company.exists': 'name',
  'operator.exists': 'email',
  'partner.exists': 'name',
  'password.wrong': 'current',
  'project.exists': 'number',
  'supplier.exists': 'number',
  'view.exists': 'name',
  'webhook.since': 'since',
};

export interface PlacedErrors {
  errors: FieldErrors;
  /** Problems about no field of the form; undefined if there are none. */
  rest: Partial<Refusal> | undefined;
}

/** Finds the fields that a refusal is about, and says what is wrong in the words of the form. */
export function placeErrors(
  refusal: Partial<Refusal>,
  labels: Labels,
  { words, texts, places = {} }: { words: Words; texts: Texts; places?: Readonly<Record<string, string>> | undefined },
): PlacedErrors {
  const { code = '', message = '', parameters, problems = [] } = refusal;
  const own = fieldOf[code];
  // "An administrator already exists" is not about the address.
  if (own !== undefined && labels.has(own) && (parameters as { why?: string } | undefined)?.why !== 'first')
    return { errors: { [own]: words.refusal(refusal) ?? message }, rest: undefined };
  const errors: FieldErrors = {};
  const left = problems.filter((problem) => {
    const field = nearestField(pathOf(problem.path, places), labels);
    if (field === undefined || isAlone(problem)) return true;
    errors[field] ??= sentenceOf(problem, field, labels, words, texts);
    return false;
  });
  const isPlaced = problems.length > 0 && left.length === 0;
  return { errors, rest: isPlaced ? undefined : { ...refusal, problems: left } };
}

/** The service writes facilities[0].number, and forms facilities.0.number. */
function pathOf(path: string, places: Readonly<Record<string, string>>): string {
  const written = path.replaceAll(/\[(\d+)\]/g, '.$1');
  return places[written] ?? written;
}

/** A list that has one field for all of its values takes the problems of each. */
function nearestField(path: string, labels: Labels): string | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('.'), 0))) if (labels.has(at)) return at;
  return undefined;
}

/** Whether the sentence names its subject itself. */
const isAlone = ({ code }: Problem) =>
  typeof code === 'string' && isProblemCode(code) && problemEntryOf(code).standsAlone;

function sentenceOf(problem: Problem, field: string, labels: Labels, words: Words, texts: Texts): string {
  if (problem.code === 'field.required' || problem.code === 'text.empty') return texts.required;
  const { other } = (problem.parameters ?? {}) as { other?: unknown };
  const parameters =
    typeof other === 'string' ? { ...problem.parameters, other: labelOf(pathOf(other, {}), labels) } : undefined;
  const said = words.problem(parameters === undefined ? problem : { ...problem, parameters }, true) ?? problem.problem;
  return `${labelOf(field, labels)} ${said}.`;
}

/** With its number, if other fields of a list have the same label. */
function labelOf(path: string, labels: Labels): string {
  const label = labels.get(path) ?? path;
  const at = /\.(\d+)(?:\.|$)/.exec(path)?.[1];
  const isShared = [...labels.values()].filter((one) => one === label).length > 1;
  return isShared && at !== undefined ? `${label} ${Number(at) + 1}` : label;
}

/** A browser's own messages are in its language, so forms say it themselves. */
export function messageOf(validity: ValidityState, type: string, minLength: number, texts: Texts): string | undefined {
  if (validity.valid) return undefined;
  if (validity.valueMissing) return texts.required;
  if (validity.tooShort) return texts.tooShort(minLength);
  if (validity.typeMismatch) return type === 'email' ? texts.notEmail : texts.notUrl;
  return texts.notNumber;
}
