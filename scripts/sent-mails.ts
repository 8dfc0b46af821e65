import { sentMailsCommand } from '../apps/api/src/cli/sent-mails-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(sentMailsCommand)
