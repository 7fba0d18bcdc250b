import type { Invoice, InvoiceDocument } from '../../../api/types.ts';
import { articlesOf, detailFields, sumFields } from '../known-fields.ts';

const shownAlone = new Set<string>([...detailFields, ...sumFields]);
const inLine = /^articles\[(\d+)\](?:\.(\w+))?$/;

/** Index and field of a line that a path such as articles[0].price names. */
export function lineOf(path: string): { at: number; field: string } | undefined {
  const [, at, field = ''] = inLine.exec(path) ?? [];
  return at === undefined ? undefined : { at: Number(at), field };
}

export type Finding = Invoice['findings'][number];

export const openOf = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ dismissed }) => dismissed === undefined);

/** Findings that are more than notes. */
export const warningsOf = (findings: readonly Finding[]): Finding[] =>
  openOf(findings).filter(({ severity }) => severity !== 'info');

export function isPlaced(document: InvoiceDocument, { path }: Finding): boolean {
  if (path === undefined) return false;
  const line = lineOf(path);
  if (line !== undefined) return line.at < articlesOf(document).length;
  const value = document[path];
  return shownAlone.has(path) && value !== undefined && value !== null && value !== '';
}

/** The element that shows a field, or the line that has it. */
export const targetOf = (path: string): string => `field-${path.replace(/^(articles\[\d+\]).*/, '$1')}`;

/** The box with the findings of a severity. */
export const boxOf = (severity: string): string => `findings-${severity}`;
export const itemOf = (place: number): string => `finding-${place}`;

/** Scrolls to the first of these elements that is on the page, and focuses it. */
export function reveal(...ids: string[]): void {
  const target = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'nearest' });
}
