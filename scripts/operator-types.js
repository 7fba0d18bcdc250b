// Generates the console's types from the document of the operator API.
import { execFileSync } from 'node:child_process';
import { root, typeGenerator } from './tools.js';

const output = `${root}console/src/api/operator.d.ts`;
execFileSync(
  process.execPath,
  [`${root}${typeGenerator}/bin/cli.js`, `${root}openapi/operator.json`, '--output', output],
  {
    // The generator finds its own, older TypeScript from here.
    cwd: `${root}clients/typescript`,
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
