import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';

/** A list in a body. */
export interface BodyList {
  name: string;
  /** The schema of one item. */
  item: object;
  maxItems: number;
}

/** Validating a shorter list takes below a millisecond. */
const minLongList = 100;

/** The items of a list that the schema of the body has not seen. */
export interface TakenItems extends BodyList {
  items: readonly unknown[];
  isTooLong: boolean;
  /** Ajv's errors of one item; undefined if it is valid. */
  errorsOf(item: unknown): FastifyErrors;
}

type FastifyErrors = readonly FastifySchemaValidationError[] | null | undefined;

/** A preValidation: the schema sees a long list as empty, because Ajv cannot pause. */
export function takeOut({ body, call }: FastifyRequest, { name }: BodyList): void {
  const items = (body as Record<string, unknown> | null | undefined)?.[name];
  if (!Array.isArray(items) || items.length <= minLongList) return;
  call.takenList = items;
  (body as Record<string, unknown>)[name] = [];
}

/** One item too many is enough to refuse a list, so no more are looked at. */
export function putBack(request: FastifyRequest, list: BodyList): TakenItems | undefined {
  const { takenList } = request.call;
  if (takenList === undefined) return undefined;
  request.call.takenList = undefined;
  const isTooLong = takenList.length > list.maxItems;
  const items = isTooLong ? takenList.slice(0, list.maxItems) : takenList;
  (request.body as Record<string, unknown>)[list.name] = items;
  const validate = request.compileValidationSchema(list.item);
  return { ...list, items, isTooLong, errorsOf: (item) => (validate(item) ? undefined : validate.errors) };
}
