const root = document.querySelector('meta[name="console-root"]')?.getAttribute('content') ?? '/console/';

export const consolePath = new URL(root, window.location.href).pathname.replace(/\/$/, '');

export const apiPath = `${consolePath.replace(/\/console$/, '')}/operator/v1`;
