import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type { DoorDeps } from '../deps.ts';
import type { Made, MadeBy } from './made.ts';

/** What a slice declares of its door. All that partners' operations have in common follows from it. */
export interface Door {
  /** What its operations stand under in the reference. The slice that a tag belongs to describes it. */
  tag: { name: string; description?: string };
  /** The scopes that it brings, in words. */
  scopes: Readonly<Record<string, string>>;
  schemas: readonly TSchema[];
  /** Its operations by their names. A route names the one that it is with `config: { operation }`. */
  operations: Readonly<Record<string, Operation>>;
  routes(app: FastifyInstance, deps: DoorDeps): void | Promise<void>;
}

export interface Operation {
  /** The scope that a token needs for it. */
  scope: string;
  /** The record that it makes, if it makes one. */
  makes?: Made;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a token needs for this route. It comes from what the slice declares of the operation. */
    scope?: string;
    /** What a call of this route makes. */
    makes?: Made;
  }
}

/** The scopes of all doors in words, in the order in which they are shown. */
export const scopesInWords = (doors: readonly Door[]): Record<string, string> =>
  Object.assign({}, ...doors.map(({ scopes }) => scopes)) as Record<string, string>;

export const scopesOf = (doors: readonly Door[]): readonly string[] => Object.keys(scopesInWords(doors));

/** What the operations of all doors make. */
export const madeBy = (doors: readonly Door[]): MadeBy =>
  new Map(
    doors
      .flatMap(({ operations }) => Object.entries(operations))
      .flatMap(([name, { makes }]) => (makes === undefined ? [] : [[name, makes] as const])),
  );

/** Adds a door's routes, each with what is declared of its operation. */
export async function addDoor(app: FastifyInstance, door: Door, deps: DoorDeps): Promise<void> {
  app.addHook('onRoute', (route) => {
    const declared = door.operations[route.config?.operation ?? ''];
    if (declared === undefined) return;
    const { scope, makes } = declared;
    if (!deps.scopes.includes(scope))
      throw new Error(`No door brings the scope ${scope} of ${route.config?.operation}.`);
    route.config = { ...route.config, scope, makes };
    route.schema = { ...route.schema, tags: [door.tag.name] };
  });
  await door.routes(app, deps);
}
