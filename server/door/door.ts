import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { sendDeprecation, type Deprecation } from './deprecation.ts';
import type { DoorDeps, RecordKind, RecordKinds } from '../deps.ts';

/** A slice's declaration of its partner operations: scopes, documents, metrics and shared tests are derived from it. */
export interface Door {
  /** The section of the reference. The slice that owns the tag describes it. */
  tag: { name: string; description?: string };
  scopes: Readonly<Record<string, string>>;
  schemas: readonly TSchema[];
  /** By name. A route refers to its operation with `config: { operation }`. */
  operations: Readonly<Record<string, Operation>>;
  routes(app: FastifyInstance, deps: DoorDeps): void | Promise<void>;
}

export interface Operation {
  /** The scope that a token needs, or `anyScope`. */
  scope: string;
  /** Scopes that include it: a token that may write records may read back its own. */
  includedIn?: readonly string[];
  creates?: RecordKind;
  /** Marks it in the document, and sends the headers `Deprecation` and `Sunset`. */
  deprecated?: Deprecation;
  /**
   * `failures`: accepted calls are not stored. For operations that a partner repeats all the time, whose calls would
   * displace the calls that somebody will ask about.
   */
  records?: 'failures';
}

/** The last segment of a route's path. An empty one, as after a trailing slash, does not match. */
export const lastSegment = (name: string) => `:${name}(.+)`;

/** For operations that every valid token may call. */
export const anyScope = 'any';

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: string;
    includedIn?: readonly string[];
    creates?: RecordKind;
    records?: 'failures';
  }
}

export const scopesInWords = (doors: readonly Door[]): Record<string, string> =>
  Object.assign({}, ...doors.map(({ scopes }) => scopes)) as Record<string, string>;

export const scopesOf = (doors: readonly Door[]): readonly string[] => Object.keys(scopesInWords(doors));

export const recordKinds = (doors: readonly Door[]): RecordKinds =>
  new Map(
    doors
      .flatMap(({ operations }) => Object.entries(operations))
      .flatMap(([name, { creates }]) => (creates === undefined ? [] : [[name, creates] as const])),
  );

export async function addDoor(app: FastifyInstance, door: Door, deps: DoorDeps): Promise<void> {
  app.addHook('onRoute', (route) => {
    const declared = door.operations[route.config?.operation ?? ''];
    if (declared === undefined) return;
    const { scope, includedIn, creates, records, deprecated } = declared;
    if (scope !== anyScope && !deps.scopes.includes(scope))
      throw new Error(`No door brings the scope ${scope} of ${route.config?.operation}.`);
    route.config = { ...route.config, scope, includedIn, creates, ...(records && { records }) };
    route.schema = { ...route.schema, tags: [door.tag.name], ...(deprecated && { deprecated: true }) };
    if (deprecated !== undefined) {
      const policyPath = `${deps.config.basePath}/docs/versions`;
      const send = sendDeprecation(route.config.operation as string, deprecated, policyPath);
      route.onSend = [...[route.onSend ?? []].flat(), send];
    }
  });
  await door.routes(app, deps);
}
