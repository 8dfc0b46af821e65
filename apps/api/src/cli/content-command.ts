import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { platformScopeOf, scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { ApiError } from '#core/errors.ts'
import { StartError, unwritable } from '#start-error.ts'
import { withTenant } from '#db/pools.ts'
import { readEnv } from '#read-env.ts'
import { inForceFrom } from '#features/content/draft-of-file.ts'
import { listBeside } from '#features/content/sets-beside.queries.ts'
import { exportContentSet } from '#features/content/read-draft.ts'
import { writeContentFile } from '#features/content/files/write-content-workbook.ts'
import { findTenant, withInstallation } from './open-installation.ts'
import {
  addReadOptions,
  findingLines,
  type ReadOptions,
  readSet,
  type ReadSet,
} from './read-import.ts'
import type { Call } from './waymark.ts'
import { countMissingActions } from 'contract/content-limits'
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
import type { ExportFormat } from 'contract/content-exports'

type Export = { id: number; tenant: string; format: ExportFormat; out: string | undefined }
type ExportOptions = { tenant: string; format?: ExportFormat; out?: string }

export function contentCommand(command: Command, { variables, answer }: Call): void {
  command.description('import and export content sets')
  addReadOptions(
    command
      .command('import')
      .description('import a file as a new content set')
      .argument(
        '<FILE>',
        'a content set, an OSCAL catalogue or profile, a CISO Assistant library, or a table',
      )
      .requiredOption('--tenant <LABEL>', 'the organisation')
      .option('--publish', 'publish the content set', false)
      .option('--preview', 'only show what would be imported', false),
  ).action(async (file: string, { tenant, publish, preview, ...options }: ImportOptions) => {
    const read = await readSet(file, options, preview)
    if (preview) answer(previewText(read))
    else answer(await importContent(readEnv(variables), read, { tenant, isPublished: publish }))
  })
  command
    .command('export')
    .description('write a content set to a file or to standard output')
    .argument('<ID>', 'the ID of the content set', readId)
    .requiredOption('--tenant <LABEL>', 'the organisation')
    .addOption(
      new Option(
        '--format <format>',
        'the file format (default: from the name of --out, otherwise json)',
      ).choices(FORMATS),
    )
    .option('--out <FILE>', 'the file to write (default: standard output)')
    .action(async (id: number, { tenant, format, out }: ExportOptions) => {
      const named = FORMATS.find((one) => one === extname(out ?? 'content.json').slice(1))
      const chosen = format ?? named
      if (!chosen)
        command.error(
          `error: add --format, because the name ${out} ends in neither .json nor .xlsx`,
        )
      answer(await exportContent(readEnv(variables), { id, tenant, format: chosen, out }))
    })
}

const FORMATS = ['json', 'xlsx'] as const satisfies ExportFormat[]

function readId(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('The ID must be a number.')
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

type ImportOptions = ReadOptions & { tenant: string; publish: boolean; preview: boolean }
type ContentImport = { tenant: string; isPublished: boolean }

function previewText(read: ReadSet) {
  const { set } = read
  return [`Would import "${set.title}": ${sizeOf(set)}.`, ...saidOf(read)].join('\n')
}

function saidOf({ ignored, findings }: ReadSet) {
  return [
    ...(ignored.length > 0 ? [ignoredText(ignored)] : []),
    ...(findings ? findingLines(findings) : []),
  ]
}

/** Imports a file as a new content set, completely or not at all. */
async function importContent(env: Env, read: ReadSet, input: ContentImport): Promise<string> {
  const { set } = read
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
    const state = input.isPublished ? `published, effective from ${yearFrom}` : 'a draft'
    return [
      `Imported "${set.title}" into ${tenant.domain} as content set ${id} (${state}): ${sizeOf(set)}.`,
      ...saidOf(read),
      ...(beside.length > 0 ? [besideText(beside)] : []),
      ...(input.isPublished ? warningsOf(set) : []),
    ].join('\n')
  })
}

function warningsOf(set: ContentSetFile) {
  const missing = countMissingActions(set.elements)
  const scripts = scriptsWithoutFont(JSON.stringify(set))
  return [
    ...(missing > 0 ? [missingActionsText(missing)] : []),
    ...(scripts.length > 0 ? [scriptsText(scripts)] : []),
  ]
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
