const root = document.querySelector('meta[name="console-root"]')?.getAttribute('content') ?? '/console/';

/** Path of the console, such as /console. */
export const consolePath = new URL(root, window.location.href).pathname.replace(/\/$/, '');

export const apiPath = `${consolePath.replace(/\/console$/, '')}/operator/v1`;
