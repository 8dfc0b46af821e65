import { sharedWorkCommand } from '../apps/api/src/cli/shared-work-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(sharedWorkCommand)
