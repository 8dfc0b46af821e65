import { tenantCommand } from '../apps/api/src/cli/tenant-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(tenantCommand)
