import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ContentSetFile } from 'contract/content-format'
import {
  TAKEN_AS,
  type ImportChoices,
  type ImportFindings,
  TABLE_FIELDS,
  type TableField,
} from 'contract/content-imports'
import { CONTENT_LIMITS } from 'contract/content-limits'
import { RIGHTS_TEXT } from 'rules/import-findings'
import { formatList, plural } from 'rules/plural'
import { READY_SCALES } from 'rules/ready-scales'
import { openThreads } from '#adapters/threads.ts'
import { StartError, requireReadable } from '#start-error.ts'
import type { FileRead } from '#features/content/files/content-worker.ts'
import { readContentFile } from '#features/content/files/read-content-file.ts'
import { isSameName } from '#support/read-workbook.ts'

/** What the author says about a file of another kind than content-set/1. */
export type ReadOptions = {
  catalogue?: string
  responses?: string[]
  groups?: (typeof TAKEN_AS)[number]
  order?: string[]
  language?: string
  statement?: 'name' | 'description'
  whole?: boolean
  title?: string
  sheet?: string
  column?: [TableField, string][]
}

export function addReadOptions(command: Command): Command {
  const scales = READY_SCALES.map(({ name }) => `“${name}”`)
  return command
    .option('--catalogue <FILE>', 'the catalogue of an OSCAL profile')
    .option(
      '--responses <LABELS>',
      `the responses, lowest first, such as "No > Yes", or the name of a built-in scale: ${scales.join(', ')}`,
      labelsOf,
    )
    .addOption(new Option('--groups <KIND>', 'what the groups of the file are').choices(TAKEN_AS))
    .option('--order <KEYS>', 'the order of the levels, lowest first, such as "1,2,3"', listOf)
    .option('--language <TAG>', 'the language of the file, or of the translation to import')
    .addOption(
      new Option(
        '--statement <FIELD>',
        'which text of a requirement becomes the statement',
      ).choices(['name', 'description']),
    )
    .option('--whole', 'import the whole catalogue of a profile, with the profile as a group')
    .option('--title <TITLE>', 'the title of the content set, for a table')
    .option('--sheet <NAME>', 'the sheet to import, for a workbook with a table')
    .option(
      '--column <FIELD=NAME>',
      `for a table: the field that a column contains (repeat for each column); fields are ${TABLE_FIELDS.join(', ')}`,
      addColumn,
    )
}

function labelsOf(text: string): string[] {
  const ready = READY_SCALES.find(({ name }) => isSameName(name, text))
  const labels = ready ? [...ready.labels] : listOf(text, '>')
  if (labels.length < 2)
    throw new InvalidArgumentError(
      'Enter at least two labels with > between them, or the name of a built-in scale.',
    )
  return labels
}

function listOf(text: string, separator: unknown = ','): string[] {
  const parts = text.split(separator === '>' ? '>' : ',').map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

function addColumn(text: string, before: [TableField, string][] = []): [TableField, string][] {
  const [, name, heading] = /^(\w+)=(.+)$/s.exec(text) ?? []
  const field = TABLE_FIELDS.find((one) => one === name)
  if (!field || heading === undefined)
    throw new InvalidArgumentError(
      `Use the form FIELD=NAME, such as text=Requirement. Fields are ${TABLE_FIELDS.join(', ')}.`,
    )
  return [...before, [field, heading]]
}

export type ReadSet = {
  set: ContentSetFile
  ignored: string[]
  findings: ImportFindings | undefined
}

/** Refuses a file with faults, and one that lacks what no option says, unless it is only looked at. */
export async function readSet(
  file: string,
  options: ReadOptions,
  isPreview: boolean,
): Promise<ReadSet> {
  const choices = choicesOf(options)
  let read = await readContent(file, choices, options.catalogue)
  const { column: columns } = options
  if (columns && read.findings?.table)
    read = await readContent(
      file,
      { ...choices, columns: positionsOf(columns, read.findings) },
      undefined,
    )
  const { findings } = read
  if (!('json' in read)) throw new StartError(faultsText(file, read))
  const unasked = findings && !isPreview ? unansweredBy(options, findings) : []
  if (unasked.length > 0)
    throw new StartError(
      [
        `${file} doesn’t contain everything that a content set needs. Nothing was imported.`,
        ...unasked,
      ].join('\n'),
    )
  return {
    set: JSON.parse(read.json) as ContentSetFile,
    ignored: read.preview.ignored_sheets,
    findings,
  }
}

function choicesOf({
  catalogue: _,
  column: __,
  statement,
  ...options
}: ReadOptions): ImportChoices {
  return { ...options, ...(statement && { text: statement }) }
}

function faultsText(file: string, read: FileRead) {
  if (!('faults' in read)) return ''
  const faults = read.faults.map(({ place, message }) => `  ${place}: ${message}`)
  const advice = read.findings?.needs ? ['  Add the catalogue with --catalogue FILE.'] : []
  const message = plural(read.count, {
    one: `# error in ${file}. Nothing was imported.`,
    other: `# errors in ${file}. Nothing was imported.`,
  })
  return [message, ...faults, ...advice].join('\n')
}

function positionsOf(columns: [TableField, string][], { table }: ImportFindings): TableField[] {
  const headings = table?.sheets.find(({ name }) => name === table.sheet)?.headings ?? []
  const unknown = columns.filter(([, name]) => !headings.some((one) => isSameName(one, name)))
  if (unknown.length > 0)
    throw new StartError(
      plural(
        unknown.length,
        {
          one: 'The table has no column named {names}. Columns of the table: {headings}.',
          other: 'The table has no columns named {names}. Columns of the table: {headings}.',
        },
        {
          names: formatList(unknown.map(([, name]) => `“${name}”`)),
          headings: formatList(headings.map((one) => `“${one}”`)),
        },
      ),
    )
  return headings.map(
    (heading) => columns.find(([, name]) => isSameName(name, heading))?.[0] ?? 'ignored',
  )
}

function unansweredBy(options: ReadOptions, { asks, groups }: ImportFindings): string[] {
  const names = groups.map(({ key, label, statements }) => {
    const count = plural(statements, { one: '# statement', other: '# statements' })
    return key === label ? `“${key}” (${count})` : `“${key}” ${label} (${count})`
  })
  return [
    ...(asks.includes('responses') && !options.responses
      ? [
          '  The file has no responses. Add them with --responses, lowest first, such as --responses "No > Partly > Yes".',
        ]
      : []),
    ...(asks.includes('groups') && !options.groups
      ? [
          `  The file has the groups ${formatList(names)}. Add --groups level if each group includes the previous ones (--order lists them, lowest first), profile if users can choose any of them, tag if they only filter statements, or none to leave them out.`,
        ]
      : []),
  ]
}

/** What the file is, and what was made of it. */
export function findingLines({ recognised, decided, left_out, choices }: ImportFindings): string[] {
  const { responses, groups, order } = choices
  return [
    recognised,
    ...decided,
    ...(responses ? [`Responses: ${responses.join(' > ')}.`] : []),
    ...(groups === 'level' && order ? [`Levels: ${order.join(' > ')}.`] : []),
    `Left out: ${left_out.length === 0 ? 'nothing' : left_out.join(', ')}.`,
    RIGHTS_TEXT,
  ]
}

async function readContent(file: string, choices: ImportChoices, catalogue: string | undefined) {
  const bytes = await bytesOf(file)
  const other =
    catalogue === undefined
      ? undefined
      : { name: basename(catalogue), bytes: await bytesOf(catalogue) }
  const threads = openThreads()
  try {
    return await readContentFile(threads, { name: basename(file), file: bytes, choices, other })
  } finally {
    await threads.close()
  }
}

async function bytesOf(file: string) {
  await requireReadable(file)
  const size = await stat(file)
  if (!size.isFile()) throw new StartError(`${file} is not a file. Check the path.`)
  if (size.size > CONTENT_LIMITS.unpackedBytes)
    throw new StartError(`${file} is larger than 20 MB. Split the content set into smaller ones.`)
  return await readFile(file)
}
