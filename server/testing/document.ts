export interface Operation {
  operationId: string;
  path: string;
  method: string;
  described: any;
}

export const operationsOf = (document: any): Operation[] =>
  Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, described]) => ({
      operationId: described.operationId,
      path,
      method,
      described: { ...described, responses: each(described.responses, (answer) => wholeAnswer(document, answer)) },
    })),
  );

const wholeAnswer = (document: any, answer: any) => {
  const found = resolved(document, answer);
  return { ...found, headers: each(found.headers ?? {}, (header) => resolved(document, header)) };
};

export const resolved = (document: any, thing: any): any =>
  thing?.$ref === undefined
    ? thing
    : (thing.$ref as string)
        .slice(2)
        .split('/')
        .reduce((part, name) => part[name], document);

const each = (things: Record<string, any>, change: (thing: any) => any) =>
  Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, change(thing)]));
