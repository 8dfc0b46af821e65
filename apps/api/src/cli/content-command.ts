import { writeFile, readFile, stat } from 'node:fs/promises'
import { extname, basename } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { openThreads } from '#adapters/threads.ts'
import { platformScopeOf, scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { ApiError } from '#core/errors.ts'
import { StartError, requireReadable, unwritable } from '#start-error.ts'
import { withTenant } from '#db/pools.ts'
import { readEnv } from '#read-env.ts'
import { inForceFrom } from '#features/content/draft-of-file.ts'
import { listBeside } from '#features/content/sets-beside.queries.ts'
import { exportContentSet } from '#features/content/read-draft.ts'
import { writeContentFile } from '#features/content/files/write-content-workbook.ts'
import { findTenant, withInstallation } from './open-installation.ts'
import type { Call } from './waymark.ts'
import { CONTENT_LIMITS, countMissingActions } from 'contract/content-limits'
import type { ContentSetFile } from 'contract/content-format'
import { formatList, plural } from 'rules/plural'
import { missingActionsText } from 'rules/action-labels'
import { scriptsText } from 'rules/language'
import { scriptsWithoutFont } from '#adapters/pdf-fonts.ts'
import { ignoredText } from 'rules/ignored-sheets'
import { besideText } from 'rules/beside-label'
import { yearOf } from '#core/host-tenant.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { importContentSet } from '#features/content/sets/import-content-set.ts'
import { readContentFile } from '#features/content/files/read-content-file.ts'
import type { ExportFormat } from 'contract/content-exports'

type Export = { id: number; tenant: string; format: ExportFormat; out: string | undefined }
type ExportOptions = { tenant: string; format?: ExportFormat; out?: string }

export function contentCommand(command: Command, { variables, answer }: Call): void {
  command.description('import and export content sets')
  command
    .command('import')
    .description('import a file as a new content set')
    .argument('<FILE>', 'a content set as JSON or workbook')
    .requiredOption('--tenant <LABEL>', 'the organisation')
    .option('--publish', 'publish it', false)
    .action(async (file: string, { tenant, publish }: { tenant: string; publish: boolean }) =>
      answer(await importContent(readEnv(variables), { file, tenant, isPublished: publish })),
    )
  command
    .command('export')
    .description('write a content set to a file, or to the output')
    .argument('<ID>', 'the content set', readId)
    .requiredOption('--tenant <LABEL>', 'the organisation')
    .addOption(new Option('--format <format>', 'by default as the file name says').choices(FORMATS))
    .option('--out <FILE>', 'where it is written')
    .action(async (id: number, { tenant, format, out }: ExportOptions) => {
      const named = FORMATS.find((one) => one === extname(out ?? 'content.json').slice(1))
      const chosen = format ?? named
      if (!chosen) command.error(`error: add --format, because ${out} has another ending`)
      answer(await exportContent(readEnv(variables), { id, tenant, format: chosen, out }))
    })
}

const FORMATS = ['json', 'xlsx'] as const satisfies ExportFormat[]

function readId(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number.')
}

/** Writes to a file, or returns the bytes if there is no file name. */
async function exportContent(env: Env, { id, tenant, format, out }: Export) {
  const set = await withInstallation(env, async (pools) => {
    const { id: tenantId, domain } = await findTenant(pools, tenant)
    return await withTenant(pools, tenantId, (db) =>
      exportContentSet(db, scopeOf(tenantId), id),
    ).catch((error: unknown) => {
      const isMissing = error instanceof ApiError && error.code === 'not-found'
      throw isMissing
        ? new StartError(`There is no content set ${id} at ${domain}. Check the ID.`)
        : error
    })
  })
  const bytes = await writeContentFile(format, set)
  if (out === undefined) return bytes
  await writeFile(out, bytes).catch((error: unknown) => {
    throw unwritable(out, error)
  })
  return `Wrote "${set.title}" to ${out}.`
}

type ContentImport = { file: string; tenant: string; isPublished: boolean }

/** Imports a file as a new content set, completely or not at all. */
async function importContent(env: Env, input: ContentImport): Promise<string> {
  const { set, ignored } = await readSet(input.file)
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, input.tenant)
    const scope = scopeOf(tenant.id)
    const now = new Date()
    const yearFrom = yearOf(tenant, now)
    const offer = { ...inForceFrom(yearFrom), tenant_id: tenant.id, family_id: undefined }
    const offers = input.isPublished && tenant.kind !== 'platform' ? [offer] : []
    const { id, beside } = await withTenant(pools, tenant.id, async (db) => {
      const options = { isPublished: input.isPublished, yearFrom }
      const others = await listBeside(db, platformScopeOf([tenant.id]), offers, now)
      const created = await importContentSet(db, scope, set, options)
      await recordEvent(db, { scope }, 'content_set.imported', {
        subject: `content set ${created}`,
        details: { title: set.title, is_published: input.isPublished },
      })
      return { id: created, beside: others.get(tenant.id) ?? [] }
    })
    const missing = countMissingActions(set.elements)
    const scripts = scriptsWithoutFont(JSON.stringify(set))
    const state = input.isPublished ? `published, effective from ${yearFrom}` : 'a draft'
    return [
      `Imported "${set.title}" into ${tenant.domain} as content set ${id} (${state}): ${sizeOf(set)}.`,
      ...(ignored.length > 0 ? [ignoredText(ignored)] : []),
      ...(beside.length > 0 ? [besideText(beside)] : []),
      ...(input.isPublished && missing > 0 ? [missingActionsText(missing)] : []),
      ...(input.isPublished && scripts.length > 0 ? [scriptsText(scripts)] : []),
    ].join('\n')
  })
}

async function readSet(file: string): Promise<{ set: ContentSetFile; ignored: string[] }> {
  const read = await readContent(file)
  if ('json' in read)
    return { set: JSON.parse(read.json) as ContentSetFile, ignored: read.preview.ignored_sheets }
  const faults = read.faults.map(({ place, message }) => `  ${place}: ${message}`)
  const message = plural(read.count, {
    one: `# error in ${file}. Nothing was imported.`,
    other: `# errors in ${file}. Nothing was imported.`,
  })
  throw new StartError([message, ...faults].join('\n'))
}

async function readContent(file: string) {
  await requireReadable(file)
  const size = await stat(file)
  if (!size.isFile()) throw new StartError(`${file} is not a file. Check the path.`)
  if (size.size > CONTENT_LIMITS.unpackedBytes)
    throw new StartError(`${file} is larger than 20 MB. Split the content set into smaller ones.`)
  const threads = openThreads()
  try {
    return await readContentFile(threads, { name: basename(file), file: await readFile(file) })
  } finally {
    await threads.close()
  }
}

function sizeOf({ elements }: ContentSetFile) {
  const statements = elements.flatMap((element) => element.statements)
  const responses = statements.reduce((sum, statement) => sum + statement.responses.length, 0)
  return formatList([
    plural(elements.length, { one: '# element', other: '# elements' }),
    plural(statements.length, { one: '# statement', other: '# statements' }),
    plural(responses, { one: '# response', other: '# responses' }),
  ])
}
