import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the whole repository, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url));

export const readJson = (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'));

const isThere = (path) => existsSync(`${root}${path}`);

/** An installation for production has none of them. */
export const hasCompilers = () =>
  ['rolldown', 'vite', '@vitejs/plugin-react', 'react', 'marked'].every((name) =>
    isThere(`node_modules/${name}/package.json`),
  );

export const isBuilt = () => isThere('server/dist/main.js') && isThere('server/dist/web/index.html');
