import type { Command } from 'commander';

export function restoreCommands(restore: Command): void {
  restore
    .argument('<from>', 'a folder or s3://bucket/prefix with backups: its newest one; or one of them, …/backups/<name>')
    .option('--check', 'restore into a scratch database, verify, and throw it away; changes nothing')
    .option('--json', 'print the result as JSON');
}
