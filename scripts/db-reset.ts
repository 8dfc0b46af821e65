import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { readEnv } from '../apps/api/src/env.ts'
import { StartError } from '../apps/api/src/core/start-error.ts'
import { lockFolder } from '../apps/api/src/db/embedded-lock.ts'

try {
  await reset()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function reset() {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } })
  const { DATA_DIR } = readEnv()
  const folder = join(DATA_DIR, 'postgres')
  if (!existsSync(folder)) return console.log(`There is no database in ${DATA_DIR}.`)
  if (!values.yes && !(await confirm(`Delete the database in ${folder} with all its answers?`)))
    return
  const unlock = await lockFolder(DATA_DIR)
  await rm(folder, { recursive: true })
  await unlock()
  console.log('The database is deleted. The next start creates a new one.')
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
