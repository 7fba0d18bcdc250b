/** A compiled file of the server. tsx adds a call to every function, which takes a tenth of the time. */
export const built = <Module>(path: string) => import(`../server/dist/modules/server/${path}.js`) as Promise<Module>;
