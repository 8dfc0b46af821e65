import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { CONTENT_LIMITS } from 'contract/content-checks'
import type { ContentSetFile } from 'contract/content-format'
import { counted } from 'rules/report-labels'
import { scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { yearOf } from '#core/host-tenant.ts'
import { StartError } from '#core/start-error.ts'
import { withTenant } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { importContentSet } from '#features/content/sets/import-content-set.ts'
import { readContentFile } from '#features/content/files/read-content-file.ts'
import { findTenant } from './find-tenant.ts'
import { withInstallation } from './open-installation.ts'

type ContentImport = { file: string; tenant: string; isPublished: boolean }

/** Imports a file as a new content set, completely or not at all. */
export async function importContent(env: Env, input: ContentImport): Promise<string> {
  const set = await readSet(input.file)
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, input.tenant)
    const scope = scopeOf(tenant.id)
    const yearFrom = yearOf(tenant, new Date())
    const id = await withTenant(pools, tenant.id, async (db) => {
      const options = { isPublished: input.isPublished, yearFrom }
      const created = await importContentSet(db, scope, set, options)
      await recordEvent(db, { scope }, 'content_set.imported', {
        subject: `content set ${created}`,
        details: { title: set.title, isPublished: input.isPublished },
      })
      return created
    })
    const state = input.isPublished ? `published, effective from ${yearFrom}` : 'a draft'
    return `Imported "${set.title}" into ${tenant.domain} as content set ${id} (${state}): ${sizeOf(set)}.`
  })
}

async function readSet(file: string): Promise<ContentSetFile> {
  const read = await readContent(file)
  if ('json' in read) return JSON.parse(read.json) as ContentSetFile
  const faults = read.faults.map(({ place, message }) => `  ${place}: ${message}`)
  throw new StartError(
    [`${file} has ${counted(read.count, 'fault')}. Nothing was imported.`, ...faults].join('\n'),
  )
}

async function readContent(file: string) {
  const size = await stat(file).catch(() => undefined)
  if (!size?.isFile()) throw new StartError(`The file ${file} does not exist. Check the path.`)
  if (size.size > CONTENT_LIMITS.unpackedBytes)
    throw new StartError(`${file} is larger than 20 MB. Split the content set.`)
  return await readContentFile(basename(file), await readFile(file))
}

function sizeOf({ elements }: ContentSetFile) {
  const statements = elements.flatMap((element) => element.statements)
  const responses = statements.reduce((sum, statement) => sum + statement.responses.length, 0)
  return [
    counted(elements.length, 'element'),
    counted(statements.length, 'statement'),
    counted(responses, 'response'),
  ].join(', ')
}
