import type { common } from '../../text/common.ts';
import { messageOf, type FieldErrors } from './field-errors.ts';

/** Inputs and groups of inputs with a path, which useForm gives them. */
const fieldsOf = (form: HTMLElement | null) => [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];

export const labelsIn = (form: HTMLElement | null): Map<string, string> =>
  new Map(fieldsOf(form).map((field) => [field.dataset.path ?? '', labelOf(field)]));

function labelOf(field: HTMLElement): string {
  const own = (field as Partial<HTMLInputElement>).labels?.[0] ?? field.querySelector('label');
  const words = field.getAttribute('aria-label') ?? own?.textContent ?? '';
  // Labels of required fields end with an asterisk.
  return words.replace(/\s*\*$/, '').trim();
}

/** Missing values and values of the wrong kind, before anything is sent. */
export function invalidIn(form: HTMLElement | null, texts: (typeof common)['en']): FieldErrors {
  const found = fieldsOf(form).flatMap((field): [string, string][] => {
    if (!('validity' in field)) return [];
    const { validity, type, minLength, willValidate } = field as HTMLInputElement;
    const message = willValidate ? messageOf(validity, type, minLength, texts) : undefined;
    return message === undefined ? [] : [[field.dataset.path ?? '', message]];
  });
  return Object.fromEntries(found);
}

export function focusFirst(form: HTMLElement | null, errors: object): void {
  const first = fieldsOf(form).find(({ dataset }) => (dataset.path ?? '') in errors);
  const input = first?.matches('input, textarea, select, button')
    ? first
    : first?.querySelector<HTMLElement>('input, button');
  input?.focus();
}
