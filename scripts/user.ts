import { userCommand } from '../apps/api/src/cli/user-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(userCommand)
