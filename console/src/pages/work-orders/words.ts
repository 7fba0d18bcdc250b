import type { WorkOrderRow } from '../../api/types.ts';
import { isNum, oneLine } from '../../exact.ts';

const maxLength = 120;

/** The beginning of the description; without one, the title. */
export function headingOf({ description, title }: Pick<WorkOrderRow, 'description' | 'title'>): string {
  const [line = ''] = (description ?? '').trim().split('\n', 1);
  const first = line.trim();
  if (first === '') return title;
  return first.length > maxLength ? `${first.slice(0, maxLength).trimEnd()}…` : first;
}

/** For example House A (1). A facility that the project no longer has is a number only. */
export const facilityOf = ({ facilityName, facilityNumber }: Pick<WorkOrderRow, 'facilityName' | 'facilityNumber'>) =>
  facilityName === null ? facilityNumber : `${facilityName} (${facilityNumber})`;

/** A value of any shape as lines: urgency.level for a field of an object. */
export const linesOf = (name: string, value: unknown): [name: string, value: string][] => {
  if (value === null) return [];
  if (typeof value !== 'object' || isNum(value)) return [[name, oneLine(value)]];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => linesOf(isList ? `${name}[${key}]` : `${name}.${key}`, inner));
};
