import { z } from 'zod'
import { Fault } from './content-format.ts'
import { OtherChange } from './editions.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id, Timestamp, text } from './fields.ts'

/** A file may have so many bytes, before and after unpacking (content-set/1). */
export const IMPORT_BYTES = 20 * 1024 * 1024

/** `file` in base64. `tenant_id` as when a set is begun; `content_set_id`: becomes the next version of that set. */
export const ImportBody = z.strictObject({
  tenant_id: Id.optional(),
  content_set_id: Id.optional(),
  name: text(1, 255),
  file: z.base64().max(Math.ceil(IMPORT_BYTES / 3) * 4, 'Use a file of at most 20 MB'),
})
export type ImportBody = z.output<typeof ImportBody>

/** A file on its way to become a draft. Nothing of a content set is written before it is accepted. */
export const ContentImport = z.object({
  id: Id,
  name: z.string(),
  tenant: z.object({ id: Id, name: z.string() }),
  status: z.enum(['reading', 'faulty', 'ready', 'writing', 'done', 'failed']),
  /** Whole percent of what the status is about. */
  progress: z.int(),
  /** Every fault with its place, at most 1,000; `fault_count` counts all. */
  faults: z.array(Fault),
  fault_count: z.int(),
  /** What would be made, once it is read without faults. */
  preview: z
    .object({
      title: z.string(),
      elements: z.int(),
      statements: z.int(),
      responses: z.int(),
      report_bands: z.int(),
      certification_bands: z.int(),
      scale: z.array(z.string()),
      outline: z.array(z.object({ title: z.string(), statements: z.int() })),
      /** Against the set whose next version it becomes. */
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
      // Imports from before it was there say nothing of it.
      other_changes: z.array(OtherChange).default([]),
    })
    .nullable(),
  /** The edition whose next version it becomes. */
  follows: z.object({ id: Id, version: z.int() }).nullable(),
  /** Else a published set of the same title, which it may be meant to follow. */
  namesake: z.object({ id: Id, version: z.int() }).nullable(),
  /** The draft that was made of it. */
  content_set_id: Id.nullable(),
  created_at: Timestamp,
})
export type ContentImport = z.infer<typeof ContentImport>

export const contentImports = {
  start: endpoint({
    method: 'POST',
    path: '/content-imports',
    access: 'create-concept-set-for-company',
    summary:
      'Read a content-set/1 file, JSON or workbook, and see what it would make or what is wrong with it',
    body: ImportBody,
    mostBytes: 28 * 1024 * 1024,
    response: ContentImport,
  }),
  get: endpoint({
    method: 'GET',
    path: '/content-imports/:id',
    access: 'create-concept-set-for-company',
    summary: 'How far an import is',
    params: ById,
    response: ContentImport,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/content-imports/:id/draft',
    access: 'create-concept-set-for-company',
    summary: 'Make the draft that the preview has shown',
    params: ById,
    response: ContentImport,
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/content-imports/:id',
    access: 'create-concept-set-for-company',
    summary: 'Throw an import away; a draft that was made of it stays',
    params: ById,
  }),
}
