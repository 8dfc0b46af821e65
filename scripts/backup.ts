import { backupCommand } from '../apps/api/src/cli/backup-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(backupCommand)
