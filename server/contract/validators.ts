import type { Compilers } from '../ground/http/answers/compilers.ts';
import { sharedCompilers } from '../testing/door.ts';
import type { Operation } from './document.ts';
import type { Draft } from './drafts.ts';

type Validate = { (value: unknown): boolean; errors?: unknown };

/** The validators that the app has compiled from its schemas, as functions. */
export interface Validators {
  compilers: Compilers;
  /** The parts of a request that they refuse. They see neither headers nor text that is not JSON. */
  refusedIn(operation: Operation, draft: Draft): string[];
}

/** Files of imports are read and checked line by line. */
const readByItself = /^(?:import|preview)[A-Z]/;

export function collectValidators(): Validators {
  const { buildValidator, buildSerializer } = sharedCompilers;
  const collected = new Map<string, Validate>();
  const build: Compilers['buildValidator'] = (shared, options) => {
    const compile = buildValidator(shared, options) as (route: any) => Validate;
    return ((route: { method: string; url: string; httpPart: string }) => {
      const validate = compile(route);
      // A last segment may have a pattern.
      collected.set(`${route.method} ${route.url.replace(/\(.*$/, '')} ${route.httpPart}`, validate);
      return validate;
    }) as unknown as ReturnType<Compilers['buildValidator']>;
  };
  return {
    compilers: { buildValidator: build, buildSerializer },
    refusedIn: ({ id, method, path }, { segments, query, type, body }) => {
      const parts: [part: string, value: unknown][] = [
        [
          'params',
          Object.fromEntries(Object.entries(segments).map(([name, text]) => [name, decodeURIComponent(text)])),
        ],
        ['querystring', Object.fromEntries(query)],
        ...(type === 'application/json' ? [['body', body] as [string, unknown]] : []),
      ];
      return parts.flatMap(([part, value]) => {
        const validate = collected.get(`${method} ${path.replace(/\{(\w+)\}/g, ':$1')} ${part}`);
        const isMissing = validate === undefined && (part === 'body' || (part === 'querystring' && query.length > 0));
        if (isMissing && !readByItself.test(id)) throw new Error(`${id} has no schema for its ${part}`);
        return validate === undefined || validate(value) ? [] : [`${part} ${JSON.stringify(validate.errors)}`];
      });
    },
  };
}
