import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, with a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url));

export const readJson = (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'));

const isThere = (path) => existsSync(`${root}${path}`);

/** Generates types from an OpenAPI document. It needs an older TypeScript, so it belongs to the clients' workspace. */
export const typeGenerator = 'clients/typescript/node_modules/openapi-typescript';

/** False in a production installation. */
export const hasCompilers = () =>
  [
    typeGenerator,
    ...['rolldown', 'vite', '@vitejs/plugin-react', 'react', 'marked'].map((name) => `node_modules/${name}`),
  ].every((folder) => isThere(`${folder}/package.json`));

export const isBuilt = () => isThere('server/dist/main.js') && isThere('server/dist/web/index.html');
