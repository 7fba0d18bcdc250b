import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { addOperation, anyScope, type Operation } from './operation.ts';
import type { DoorDeps, RecordKinds } from '../deps.ts';

/** A slice's declaration of its partner operations: scopes, documents, metrics and shared tests are derived from it. */
export interface Door {
  /** The section of the reference. The slice that owns the tag describes it. */
  tag: { name: string; description?: string };
  scopes: Readonly<Record<string, string>>;
  /** A token has its scopes only if they were named. */
  isByNameOnly?: true;
  schemas: readonly TSchema[];
  operations: readonly Operation[];
}

export const scopesInWords = (doors: readonly Door[]): Record<string, string> =>
  Object.assign({}, ...doors.map(({ scopes }) => scopes)) as Record<string, string>;

export const scopesOf = (doors: readonly Door[]): readonly string[] => Object.keys(scopesInWords(doors));

/** Those of a token that was created without naming any. */
export const usualScopesOf = (doors: readonly Door[]): readonly string[] =>
  scopesOf(doors.filter(({ isByNameOnly }) => isByNameOnly !== true));

export const recordKinds = (doors: readonly Door[]): RecordKinds =>
  new Map(
    doors
      .flatMap(({ operations }) => operations)
      .flatMap(({ id, creates }) => (creates === undefined ? [] : [[id, creates] as const])),
  );

export function addDoor(app: FastifyInstance, { tag: { name: tag }, operations }: Door, deps: DoorDeps): void {
  for (const operation of operations) {
    if (operation.scope !== anyScope && !deps.scopes.includes(operation.scope))
      throw new Error(`No door brings the scope ${operation.scope} of ${operation.id}.`);
    addOperation(app, operation, { tag, operations }, deps);
  }
}
