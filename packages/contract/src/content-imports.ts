import { z } from 'zod'
import { Fault } from './content-format.ts'
import { OtherChange } from './editions.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id, Timestamp, line } from './fields.ts'

/** Largest size of a file, before and after unpacking (content-set/1). */
export const IMPORT_BYTES = 20 * 1024 * 1024

/** `file` in base64. With `content_set_id` it becomes the next version of that set. */
export const ImportBody = z.strictObject({
  tenant_id: Id.optional(),
  content_set_id: Id.optional(),
  name: line(1, 255),
  file: z
    .base64()
    .max(Math.ceil(IMPORT_BYTES / 3) * 4, 'Choose a file up to 20 MB')
    .transform(z.util.base64ToUint8Array),
})
export type ImportBody = z.output<typeof ImportBody>

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
    summary: 'Check a content-set/1 file (JSON or workbook) and preview its import',
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
  discard: endpoint({
    method: 'DELETE',
    path: '/content-imports/:id',
    access: 'create-concept-set-for-company',
    summary: 'Discard an import, but keep the draft that it created',
    params: ById,
  }),
}
