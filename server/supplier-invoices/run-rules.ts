import type { KeptFinding } from './findings-store.ts';
import type { Finding } from '../checks/judge.ts';

/**
 * What an invoice does not have yet: a finding is the same where its code, its field and the earlier invoice are. Findings from before
 * 1.5 name no field.
 */
export const newAmong = (found: readonly Finding[], kept: readonly KeptFinding[]): Finding[] =>
  found.filter(
    (one) =>
      !kept.some(
        ({ code, path, parameters }) =>
          code === one.code &&
          (path === undefined || path === one.path) &&
          parameters.earlier === one.parameters.earlier,
      ),
  );
