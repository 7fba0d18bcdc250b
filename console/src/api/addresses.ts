import type { paths } from './operator.d.ts';

/** Every address of the operator API, as the console writes it: /companies/${string}/invoices. */
export type Address = Written<keyof paths>;
type Written<Path> = Path extends `/operator/v1${infer Rest}` ? Filled<Rest> : never;
type Filled<Path> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Path;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the document says of an address. A longer address fits a shorter pattern, too, so both ways are asked for. */
type Described<A extends string> = A extends string
  ? { [Path in keyof paths]: [A, Written<Path>] extends [Written<Path>, A] ? paths[Path] : never }[keyof paths]
  : never;

type Operation<A extends string, M extends Method> =
  Described<A> extends infer D ? (D extends Record<Lowercase<M>, infer O> ? O : never) : never;

type Taken<O> = O extends { parameters: { query?: infer Q } } ? { [Name in keyof Q]?: string | undefined } : never;
type Given<O> = O extends { responses: { 200: infer B } }
  ? Json<B>
  : O extends { responses: { 204: unknown } }
    ? undefined
    : never;
type Sent<O> = O extends { requestBody?: infer B } ? Json<NonNullable<B>> : never;
type Json<B> = B extends { content: { 'application/json': infer T } } ? T : never;

/** What an operation answers; undefined where it answers nothing but that it is done. */
export type Answer<A extends string, M extends Method = 'GET'> = Given<Operation<A, M>>;

/** What can stand in the query of an address, where everything is text. */
export type Query<A extends string> = Taken<Operation<A, 'GET'>>;

/** What has to be sent. Nobody can send anything to an address that the document does not have. */
export type Body<A extends string, M extends Method> = [Operation<A, M>] extends [never]
  ? [never]
  : [Sent<Operation<A, M>>] extends [never]
    ? []
    : [Sent<Operation<A, M>>];

/** A row of the list at an address. */
export type Row<A extends string> = Answer<A> extends { rows: (infer R)[] } ? R : never;
