import { restoreCommand } from '../apps/api/src/cli/restore-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(restoreCommand)
