import AjvCompiler from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

export interface Compilers {
  buildValidator: ReturnType<typeof AjvCompiler>;
  buildSerializer: ReturnType<typeof SerializerSelector>;
}

/** Compiles every schema before the service listens, as Fastify does by default: about one second of CPU time. */
export const compileAtStart = (): Compilers => ({
  buildValidator: AjvCompiler(),
  buildSerializer: SerializerSelector(),
});

/** Compiles a schema at its first use: one process never needs most answers and many operations. */
export function compileWhenNeeded(): Compilers {
  const { buildValidator, buildSerializer } = compileAtStart();
  const pool: { schemas: unknown[]; compile: ReturnType<Compilers['buildValidator']> }[] = [];
  return {
    buildValidator: (shared, options) => {
      // Fastify calls this for each scope; those with the same schemas share one Ajv.
      const compiler = () => {
        const schemas = Object.values(shared);
        const known = pool.find((one) => sameItems(one.schemas, schemas));
        if (known !== undefined) return known.compile;
        const compile = buildValidator(shared, options);
        pool.push({ schemas, compile });
        return compile;
      };
      return (route) => {
        type Validate = { (value: unknown): boolean; errors?: unknown };
        let validate: Validate | undefined;
        const validateWhenNeeded: Validate = (value) => {
          validate ??= compiler()(route) as Validate;
          const valid = validate(value);
          validateWhenNeeded.errors = validate.errors;
          return valid;
        };
        return validateWhenNeeded as ReturnType<ReturnType<Compilers['buildValidator']>>;
      };
    },
    buildSerializer: (shared, options) => {
      const compile = buildSerializer(shared, options);
      return (route) => {
        let serialize: ReturnType<typeof compile> | undefined;
        return (answer) => (serialize ??= compile(route))(answer);
      };
    },
  };
}

const sameItems = (some: unknown[], others: unknown[]) =>
  some.length === others.length && some.every((item, at) => item === others[at]);
