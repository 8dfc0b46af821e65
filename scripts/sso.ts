import { ssoCommand } from '../apps/api/src/cli/sso-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(ssoCommand)
