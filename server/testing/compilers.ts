import { createHash } from 'node:crypto';
import { compileAtStart, type Compilers } from '../ground/http/answers/compilers.ts';

type Compiled = { (value: any): any; errors?: unknown };
type Build = (shared: any, options: any) => (route: any) => Compiled;

/**
 * Compiles a schema at its first use, or when an app starts, once for all apps of the process: most have the same
 * schemas.
 */
export function compileOnce(when: 'used' | 'started' = 'used'): Compilers {
  const numbers = new Map<string, number>();
  const hashes = new WeakMap<object, string>();
  const hashOf = (schema: object) => {
    const hash = hashes.get(schema) ?? createHash('sha1').update(JSON.stringify(schema)).digest('base64');
    hashes.set(schema, hash);
    return hash;
  };
  const once = (build: Build): Build => {
    const compilers = new Map<number, ReturnType<Build>>();
    const kept = new Map<string, Compiled>();
    const compiled = (shared: Record<string, object>, options: unknown, route: { schema: object }): Compiled => {
      const hash = Object.values(shared).map(hashOf).join();
      const number = numbers.get(hash) ?? numbers.size;
      numbers.set(hash, number);
      const key = `${number} ${JSON.stringify(route.schema)}`;
      const compile = compilers.get(number) ?? build(shared, options);
      compilers.set(number, compile);
      const found = kept.get(key) ?? compile(route);
      kept.set(key, found);
      return found;
    };
    return (shared, options) => (route) => {
      let found = when === 'started' ? compiled(shared, options, route) : undefined;
      const use: Compiled = (value) => {
        found ??= compiled(shared, options, route);
        const result = found(value);
        use.errors = found.errors;
        return result;
      };
      return use;
    };
  };
  const { buildValidator, buildSerializer } = compileAtStart();
  // Optimized code is not worth its making for the few requests of a test.
  const buildQuickly: Build = (shared, options) =>
    (buildValidator as Build)(shared, {
      ...options,
      customOptions: { ...options?.customOptions, code: { ...options?.customOptions?.code, optimize: false } },
    });
  // Each serializer checks and copies all schemas that it is given.
  const buildOfNamed: Build = (shared, options) => (route) =>
    buildSerializer(namedIn(route.schema, shared), options)(route);
  return { buildValidator: once(buildQuickly), buildSerializer: once(buildOfNamed) } as Compilers;
}

/** Those of the shared schemas that a schema refers to, directly or not. */
function namedIn(schema: object, shared: Record<string, object>): Record<string, object> {
  const named: Record<string, object> = {};
  const add = (part: object) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"\$ref":"([^"#]+)/g)) {
      const found = shared[name];
      if (found === undefined || name in named) continue;
      named[name] = found;
      add(found);
    }
  };
  add(schema);
  return named;
}
