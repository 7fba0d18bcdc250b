import fc, { type Arbitrary } from 'fast-check';
import { oddHeader, repeatedParameter, strangePath, unknownParameter, wrongParameter } from './address-mutations.ts';
import {
  brokenForm,
  deepNesting,
  emptyBody,
  extremeNumber,
  missingField,
  nastyText,
  notJson,
  oddText,
  sameNameTwice,
  unknownField,
  wrongType,
  wrongValue,
} from './body-mutations.ts';
import type { Contract, Operation } from './document.ts';
import type { Draft } from './drafts.ts';
import type { Case, Mutation } from './mutation.ts';

/** As in schemathesis' negative testing, and more. */
export const mutations: Mutation[] = [
  wrongValue,
  missingField,
  unknownField,
  notJson,
  sameNameTwice,
  extremeNumber,
  nastyText,
  oddText,
  deepNesting,
  wrongType,
  emptyBody,
  brokenForm,
  wrongParameter,
  unknownParameter,
  repeatedParameter,
  strangePath,
  oddHeader,
];

/** Those that a schema refuses. */
export const mutationsOfValues: Mutation[] = [wrongValue, missingField, wrongParameter];

/** A valid request with one mutation: the first applicable one after a random start. */
export const mutantsOf = (
  contract: Contract,
  operation: Operation,
  drafts: Arbitrary<Draft>,
  among = mutations,
): Arbitrary<Case> =>
  fc.tuple(drafts, fc.nat({ max: among.length - 1 })).chain(([draft, first]) => {
    for (const mutate of [...among.slice(first), ...among.slice(0, first)]) {
      const cases = mutate(contract, operation, draft);
      if (cases !== undefined) return cases;
    }
    throw new Error(`nothing can be wrong in a request of ${operation.id}`);
  });
