import { compileAtStart, type Compilers } from '../ground/http/answers/compilers.ts';

type Compiled = { (value: any): any; errors?: unknown };
type Build = (shared: any, options: any) => (route: any) => Compiled;

/** Compiles a schema at its first use, once for all apps of the process: most have the same schemas. */
export function compileOnce(): Compilers {
  const numbers = new Map<string, number>();
  const texts = new WeakMap<object, string>();
  const textOf = (schema: object) => {
    const text = texts.get(schema) ?? JSON.stringify(schema);
    texts.set(schema, text);
    return text;
  };
  const once = (build: Build): Build => {
    const compilers = new Map<number, ReturnType<Build>>();
    const kept = new Map<string, Compiled>();
    const compiled = (shared: Record<string, object>, options: unknown, route: { schema: object }): Compiled => {
      const text = Object.values(shared).map(textOf).join();
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      const key = `${number} ${JSON.stringify(route.schema)}`;
      const compile = compilers.get(number) ?? build(shared, options);
      compilers.set(number, compile);
      const found = kept.get(key) ?? compile(route);
      kept.set(key, found);
      return found;
    };
    return (shared, options) => (route) => {
      let found: Compiled | undefined;
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
  return { buildValidator: once(buildValidator as Build), buildSerializer: once(buildSerializer) } as Compilers;
}
