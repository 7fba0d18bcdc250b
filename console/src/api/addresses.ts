import type { paths } from './operator.d.ts';

/** Every address of the operator API, as a template: /companies/${string}/invoices. */
export type Address = Template<keyof paths>;
type Template<Path> = Path extends `/operator/v1${infer Rest}` ? WithParameters<Rest> : never;
type WithParameters<Path> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${WithParameters<After>}`
  : Path;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Operations of an address. Compared in both directions, because a longer address also matches a shorter template. */
type Operations<A extends string> = A extends string
  ? { [Path in keyof paths]: [A, Template<Path>] extends [Template<Path>, A] ? paths[Path] : never }[keyof paths]
  : never;

type Operation<A extends string, M extends Method> =
  Operations<A> extends infer D ? (D extends Record<Lowercase<M>, infer O> ? O : never) : never;

type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? { [Name in keyof Q]?: string | undefined } : never;
type AnswerOf<O> = O extends { responses: { 200: infer B } }
  ? Json<B>
  : O extends { responses: { 204: unknown } }
    ? undefined
    : never;
type BodyOf<O> = O extends { requestBody?: infer B } ? Json<NonNullable<B>> : never;
type Json<B> = B extends { content: { 'application/json': infer T } } ? T : never;

export type Answer<A extends string, M extends Method = 'GET'> = AnswerOf<Operation<A, M>>;

export type Query<A extends string> = QueryOf<Operation<A, 'GET'>>;

/** Body of a request; `never` for an address that the document does not have. */
export type Body<A extends string, M extends Method> = [Operation<A, M>] extends [never]
  ? [never]
  : [BodyOf<Operation<A, M>>] extends [never]
    ? []
    : [BodyOf<Operation<A, M>>];

export type RowOf<A extends string> = Answer<A> extends { rows: (infer R)[] } ? R : never;
