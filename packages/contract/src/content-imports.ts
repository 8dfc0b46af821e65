import { z } from 'zod'
import { Fault } from './content-format.ts'
import { OtherChange } from './editions.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id, Timestamp, line } from './fields.ts'
import { tooLargeFile } from './file-size.ts'

/** Largest size of a file, before and after unpacking (content-set/1). */
export const IMPORT_BYTES = 20 * 1024 * 1024

const name = line(1, 255)
const file = z
  .base64()
  .max(Math.ceil(IMPORT_BYTES / 3) * 4, tooLargeFile(IMPORT_BYTES))
  .transform(z.util.base64ToUint8Array)

/** `file` in base64. With `content_set_id` it becomes the next version of that set. */
export const ImportBody = z.strictObject({
  tenant_id: Id.optional(),
  content_set_id: Id.optional(),
  name,
  file,
})
export type ImportBody = z.output<typeof ImportBody>

/** What a column of a table is. */
export const TABLE_FIELDS = [
  'text',
  'key',
  'element',
  'heading',
  'shortTitle',
  'guidance',
  'evidenceExample',
  'groups',
  'weight',
  'ignored',
] as const
export type TableField = (typeof TABLE_FIELDS)[number]

/** What the groups of a file are taken as. */
export const TAKEN_AS = ['level', 'profile', 'tag', 'none'] as const

/** What an author says about a file of another kind than content-set/1. What is left out is decided as usual. */
export const ImportChoices = z.strictObject({
  title: line(1, 500).optional(),
  language: line(1, 35).optional(),
  /** Labels of the responses, lowest first. */
  responses: z.array(line(1, 500)).min(2).max(250).optional(),
  /** A ladder of levels, profiles to choose from, marks to filter by, or not taken. */
  groups: z.enum(TAKEN_AS).optional(),
  /** Keys of the levels, lowest first. */
  order: z.array(line(1, 200)).max(250).optional(),
  /** Whether the name of a requirement or its description is the statement. */
  text: z.enum(['name', 'description']).optional(),
  /** Of a profile: its whole catalogue, with the profile as a group. */
  whole: z.boolean().optional(),
  /** Of a workbook. */
  sheet: line(1, 255).optional(),
  columns: z.array(z.enum(TABLE_FIELDS)).max(100).optional(),
})
export type ImportChoices = z.infer<typeof ImportChoices>

/** `other` is the catalogue of a profile. */
export const ChoicesBody = z.strictObject({
  choices: ImportChoices,
  other: z.strictObject({ name, file }).optional(),
})
export type ChoicesBody = z.output<typeof ChoicesBody>

const Sample = z.object({
  name: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  count: z.int(),
})

/** What a file of another kind than content-set/1 is, and what its converter made of it. */
export const ImportFindings = z.object({
  kind: z.enum(['oscal-catalogue', 'oscal-profile', 'ciso-library', 'table']),
  recognised: z.string(),
  decided: z.array(z.string()),
  left_out: z.array(z.string()),
  /** The catalogue that a profile needs before there is a preview. */
  needs: z.string().nullable(),
  /** What the file lacks, so that it is asked. */
  asks: z.array(z.enum(['responses', 'groups', 'language', 'text', 'whole', 'columns'])),
  /** The answers that the preview is made with. */
  choices: ImportChoices,
  /** Of these the preview has only a suggestion: its author chooses before a draft is created. */
  undecided: z.array(z.enum(['responses', 'groups'])),
  languages: z.array(z.string()),
  groups: z.array(z.object({ key: z.string(), label: z.string(), statements: z.int() })),
  table: z.object({ sheet: z.string(), sheets: z.array(Sample) }).nullable(),
})
export type ImportFindings = z.infer<typeof ImportFindings>

/** An uploaded file. It changes no content set before it is accepted. */
export const ContentImport = z.object({
  id: Id,
  name: z.string(),
  tenant: z.object({ id: Id, name: z.string() }),
  status: z.enum(['reading', 'faulty', 'ready', 'writing', 'done', 'failed']),
  /** Percent of the current status. */
  progress: z.int(),
  /** At most 1,000 faults with their place; `fault_count` counts all. */
  faults: z.array(Fault),
  fault_count: z.int(),
  /** The preview of a file without faults. */
  preview: z
    .object({
      title: z.string(),
      // Missing in older imports.
      language: z.string().nullable().default(null),
      elements: z.int(),
      statements: z.int(),
      responses: z.int(),
      report_bands: z.int(),
      certification_bands: z.int(),
      // Missing in older imports.
      set_responses: z.int().default(0),
      groups: z.int().default(0),
      element_bands: z.int().default(0),
      scale: z.array(z.string()),
      outline: z.array(z.object({ title: z.string(), statements: z.int() })),
      /** Compared with the set whose next version it becomes. */
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
      // Missing in older imports.
      other_changes: z.array(OtherChange).default([]),
      /** Sheets of the workbook that were not read. Missing in older imports. */
      ignored_sheets: z.array(z.string()).default([]),
    })
    .nullable(),
  /** Of a file of another kind than content-set/1. */
  findings: ImportFindings.nullable().default(null),
  /** The edition whose next version it becomes. */
  follows: z.object({ id: Id, version: z.int() }).nullable(),
  /** Otherwise a published set with the same title, which it may follow. */
  namesake: z.object({ id: Id, version: z.int() }).nullable(),
  /** The draft that it created. */
  content_set_id: Id.nullable(),
  created_at: Timestamp,
})
export type ContentImport = z.infer<typeof ContentImport>

export const contentImports = {
  start: endpoint({
    method: 'POST',
    path: '/content-imports',
    access: 'create-concept-set-for-company',
    summary: 'Check a file and preview its import',
    body: ImportBody,
    mostBytes: 28 * 1024 * 1024,
    response: ContentImport,
  }),
  get: endpoint({
    method: 'GET',
    path: '/content-imports/:id',
    access: 'create-concept-set-for-company',
    summary: 'Get the progress of an import',
    params: ById,
    response: ContentImport,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/content-imports/:id/draft',
    access: 'create-concept-set-for-company',
    summary: 'Create the draft shown in the preview',
    params: ById,
    response: ContentImport,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/content-imports/:id/choices',
    access: 'create-concept-set-for-company',
    summary:
      'Read an uploaded OSCAL, CISO Assistant or table file again, with your choices or the catalogue it needs',
    params: ById,
    body: ChoicesBody,
    mostBytes: 28 * 1024 * 1024,
    response: ContentImport,
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/content-imports/:id',
    access: 'create-concept-set-for-company',
    summary: 'Discard an import. A draft that was created from it is kept',
    params: ById,
  }),
}
