import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { lockFolder } from '../apps/api/src/db/embedded-lock.ts'
import { readEnv } from '../apps/api/src/read-env.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage:
  npm run db:reset            delete the embedded database after you confirm
  npm run db:reset -- --yes   delete the database without asking`

await runCommand(async (args, variables) => {
  if (args.includes('--help')) return USAGE
  const { values } = parseArgs({ args, options: { yes: { type: 'boolean', default: false } } })
  const { DATA_DIR } = readEnv(variables)
  const folder = join(DATA_DIR, 'postgres')
  if (!existsSync(folder)) return `There is no database in ${DATA_DIR}.`
  if (!values.yes && !(await confirm(`Delete the database in ${folder}, including all answers?`)))
    return 'The database was not deleted.'
  const unlock = await lockFolder(DATA_DIR)
  await rm(folder, { recursive: true })
  await unlock()
  return 'The database was deleted. Waymark creates a new one the next time you start it.'
})

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
