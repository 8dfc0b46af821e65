import type { Fault } from 'contract/content-format'
import type { ImportChoices, ImportFindings } from 'contract/content-imports'
import { plural } from 'rules/plural'
import type { z } from 'zod'
import { buildSet } from './build-set.ts'
import { type ContentRead, jsonPlace, readSet, refusal } from './content-faults.ts'
import { Library } from './ciso-shapes.ts'
import { convertLibrary } from './ciso-library.ts'
import type { Conversion } from './conversion.ts'
import { convertCatalogue } from './oscal-catalogue.ts'
import { catalogueToChoose, convertProfile, neededCatalogue } from './oscal-profile.ts'
import { Catalogue, Profile } from './oscal-shapes.ts'
import { readYaml } from './read-yaml.ts'
import { convertTables } from './table-set.ts'
import { tableOfCsv } from './table-shapes.ts'

/** What is said about a file beside its bytes. `other` is the catalogue of a profile, or the other way round. */
export type Given = {
  name?: string
  choices?: ImportChoices
  other?: { name: string; bytes: Uint8Array } | undefined
}

type Fields = Record<string, unknown>

/** How deep the parts of a file may be within each other. */
const DEEPEST = 100

export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return false
}

export const TOO_DEEP = `The file has more than ${DEEPEST} levels of nesting. Choose another file.`

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An OSCAL catalogue or profile. */
export function isOscal(value: unknown): value is Fields {
  return isFields(value) && (isFields(value['catalog']) || isFields(value['profile']))
}

export type Needing = {
  needs: string
  recognised: string
  kind: ImportFindings['kind']
  toDo: string
}

/** `other`: the second of two files, in any order. */
export function readOscal(
  value: Fields,
  other: Fields | undefined,
  choices: ImportChoices,
): Conversion | Needing {
  const both = [value, ...(other ? [other] : [])]
  const profile = both.find((one) => 'profile' in one)?.['profile']
  const catalogue = both.find((one) => 'catalog' in one)?.['catalog']
  if (profile === undefined)
    return withShape(Catalogue, 'catalog', catalogue, (read) => convertCatalogue(read, choices))
  return withShape(Profile, 'profile', profile, (readProfile) => {
    if (catalogue === undefined) return needing(readProfile)
    return withShape(Catalogue, 'catalog', catalogue, (read) =>
      convertProfile(readProfile, read, choices),
    )
  })
}

function needing(profile: Profile): Needing {
  const count = profile.imports
    .flatMap((one) => one['include-controls'] ?? [])
    .reduce((sum, selection) => sum + selection['with-ids'].length, 0)
  const controls = plural(count, { one: ' chooses # control', other: ' chooses # controls' })
  return {
    kind: 'oscal-profile',
    recognised: `An OSCAL profile: “${profile.metadata.title}”${count > 0 ? controls : ''}.`,
    needs: neededCatalogue(profile),
    toDo: catalogueToChoose(profile),
  }
}

export function readLibrary(value: unknown, choices: ImportChoices): Conversion {
  return withShape(Library, '', value, (library) => convertLibrary(library, choices))
}

/** Whether it looks like a CISO Assistant library. */
export function isLibrary(value: unknown): boolean {
  return isFields(value) && isFields(value['objects'])
}

function withShape<Shape extends z.ZodType, Result>(
  shape: Shape,
  name: string,
  value: unknown,
  convert: (read: z.infer<Shape>) => Result,
): Result | { faults: Fault[] } {
  const read = shape.safeParse(value, { error: shapeFault })
  if (read.success) return convert(read.data)
  return {
    faults: read.error.issues.map(({ path, message }) => {
      const { place, field } = jsonPlace([...(name === '' ? [] : [name]), ...path])
      return { place, message: `${field} ${message}` }
    }),
  }
}

const KINDS: Partial<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object with named fields',
  record: 'an object with named fields',
  string: 'text',
}

/** As `fieldFault` of our own format says it. */
function shapeFault(issue: { code?: string; expected?: unknown; input?: unknown }): string {
  if (issue.input === undefined) return 'is missing'
  if (issue.code === 'too_small') return 'must not be empty'
  const kind = KINDS[String(issue.expected)]
  return kind === undefined ? 'is not valid' : `must be ${kind}`
}

/** What a converter made of a file, checked as a file in our format is. */
export function finish(conversion: Conversion | Needing, choices: ImportChoices = {}): ContentRead {
  if ('faults' in conversion) return conversion
  if ('needs' in conversion)
    return {
      ...refusal(`${conversion.recognised} ${conversion.toDo}`),
      findings: findingsOf(conversion),
    }
  const { input, findings } = buildSet(conversion, choices)
  return { ...readSet(input, jsonPlace), findings }
}

function findingsOf({ needs, recognised, kind }: Needing): ImportFindings {
  const none = { decided: [], left_out: [], asks: [], undecided: [], languages: [], groups: [] }
  return { ...none, choices: {}, kind, recognised, needs, table: null }
}

/** JSON or YAML of another kind. */
export function readJson(value: Fields, { other, choices = {} }: Given): ContentRead {
  if (isTooDeep(value)) return refusal(TOO_DEEP)
  if (!isOscal(value)) return finish(readLibrary(value, choices), choices)
  const beside = other && otherValue(other.bytes)
  if (beside !== undefined && !isOscal(beside))
    return refusal(
      'The second file is not an OSCAL catalogue or profile in JSON. Choose another file.',
    )
  return finish(readOscal(value, beside, choices), choices)
}

/** Null if it can't be read. */
function otherValue(bytes: Uint8Array): unknown {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as unknown
    return isTooDeep(value) ? null : value
  } catch {
    return null
  }
}

/** Spreadsheet programs call a table with tabs a text. */
export function isTable(name: string, text: string): boolean {
  return /\.(csv|tsv)$/i.test(name) || (/\.txt$/i.test(name) && /^[^\r\n]*\t/.test(text))
}

/** Text that is no JSON: a table or YAML. */
export function readText(text: string, given: Given): ContentRead {
  const { name = '', choices = {} } = given
  if (isTable(name, text)) {
    const table = tableOfCsv(name, text)
    return table ? finish(convertTables([table], name, choices), choices) : refusal(OPEN_QUOTE)
  }
  const isYaml = /\.ya?ml$/i.test(name) || /^\s*(%YAML|---|#|["']?[\w-]+["']?:)/.test(text)
  return isYaml
    ? readYamlText(text, given)
    : refusal(`We can’t import this type of file. ${USE_TYPES}`)
}

const OPEN_QUOTE =
  'A quotation mark in the file is not closed, so we can’t separate the rows. Add the missing quotation mark.'

export const USE_TYPES =
  'Use an Excel workbook (.xlsx), a JSON, YAML or CSV file, or a text file with tabs (.txt).'

function readYamlText(text: string, given: Given): ContentRead {
  const read = readYaml(text)
  if ('faults' in read) return read
  const { value } = read
  if (isFields(value) && (isOscal(value) || isLibrary(value))) return readJson(value, given)
  return refusal(
    'The YAML file is not a CISO Assistant library. A library has “objects” with a framework. Choose another file.',
  )
}
