import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type BuildSerializer = ReturnType<typeof SerializerSelector>;

/**
 * Fastify makes the code that writes an answer out of its schema, for each status of each operation, before it listens: a second
 * of work, of which most is for answers that nobody gets. Here each is made when it is first needed.
 */
export const compileWhenNeeded: BuildSerializer = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => (serialize ??= compile(route))(answer);
  };
};
