import { CommanderError } from 'commander';
import { exitCodeOf, failureText, programFor } from './command-line.ts';

const args = process.argv.slice(2);
try {
  const program = await programFor(args);
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  const code = exitCodeOf(error);
  if (error instanceof CommanderError) process.exitCode = code;
  else {
    console.error(failureText(error));
    // Open handles must not keep a failed process alive.
    process.exit(code ?? 1);
  }
}
