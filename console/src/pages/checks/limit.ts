import type { CheckLimit } from '../../api/types.ts';

export const isValid = ({ min, max }: CheckLimit, typed: string): boolean =>
  /^\d{1,9}$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
