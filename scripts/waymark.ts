import { waymark } from '../apps/api/src/cli/waymark.ts'
import { runCommand } from './run-command.ts'

await runCommand(waymark)
