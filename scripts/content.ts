import { contentCommand } from '../apps/api/src/cli/content-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(contentCommand)
