const root = document.querySelector('meta[name="console-root"]')?.getAttribute('content') ?? '/console/';

/** Where the console is served, such as /console. */
export const consolePath = new URL(root, window.location.href).pathname.replace(/\/$/, '');

/** Where the operator API is served: beside the console. */
export const apiPath = `${consolePath.replace(/\/console$/, '')}/operator/v1`;
