import type { Command } from 'commander';

export function backupCommands(backup: Command): void {
  backup
    .option('--to <place>', 'a folder or s3://bucket/prefix (default: BACKUP_URL, or the folder DATA_DIR/backups)')
    .option('--json', 'print the result as JSON');
}
