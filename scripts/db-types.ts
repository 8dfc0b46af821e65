import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from 'api/db/embedded'
import { migrate } from 'api/db/migrate'
import { queues } from 'api/queues'

// `npm run db:types` writes the query types from a freshly migrated database; `-- --check` only compares.
const OUT = resolve(import.meta.dirname, '../apps/api/src/db/schema.gen.ts')
const CODEGEN = resolve(import.meta.dirname, '../node_modules/kysely-codegen/dist/cli/bin.js')

if (process.argv.includes('--help')) {
  console.log(
    'npm run db:types: updates the query types after you change the schema. With -- --check, compares them with the schema and changes no files.',
  )
  process.exit()
}

const dataDir = await mkdtemp(join(tmpdir(), 'waymark-types-'))
const database = await startEmbedded({
  dataDir,
  durable: false,
  log: { debug() {}, error: console.error },
})
try {
  await migrate(database.url, { rolePrefix: 'wm', queues })
  const check = process.argv.includes('--check') ? ['--verify'] : []
  const mapping = JSON.stringify({ int8: 'number', int2: 'number', timestamptz: 'string' })
  await promisify(execFile)(process.execPath, [
    CODEGEN,
    '--dialect=postgres',
    `--url=${database.url}`,
    '--default-schema=public',
    '--include-pattern=public.*',
    '--exclude-pattern=(migrations|functions|content_exports|report_pdfs)',
    `--type-mapping=${mapping}`,
    `--out-file=${OUT}`,
    ...check,
  ])
  console.log('The query types are up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true })
}
