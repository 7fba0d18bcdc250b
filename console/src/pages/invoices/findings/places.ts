import type { Invoice, InvoiceDocument } from '../../../api/types.ts';
import { articlesOf, detailFields, sumFields } from '../known-fields.ts';

const shownAlone = new Set<string>([...detailFields, ...sumFields]);
const inLine = /^articles\[(\d+)\](?:\.(\w+))?$/;

/** A field of a line: its place, counted from 0, and its name. */
export function lineOf(path: string): { at: number; field: string } | undefined {
  const [, at, field = ''] = inLine.exec(path) ?? [];
  return at === undefined ? undefined : { at: Number(at), field };
}

export type Finding = Invoice['findings'][number];

/** What nobody has dismissed, the only findings that still say something. */
export const openOf = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ dismissed }) => dismissed === undefined);

/** Whether the field that a finding is about is on the page. What has no field is told in the summary alone. */
export function isPlaced(document: InvoiceDocument, { path }: Finding): boolean {
  if (path === undefined) return false;
  const line = lineOf(path);
  if (line !== undefined) return line.at < articlesOf(document).length;
  const value = document[path];
  return shownAlone.has(path) && value !== undefined && value !== null && value !== '';
}

/** The id that a field has on the page, for who jumps to it. */
export const targetOf = (path: string): string => `field-${path}`;
