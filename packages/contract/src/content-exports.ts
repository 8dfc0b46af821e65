import { z } from 'zod'
import { ANY_TYPE, endpoint } from './endpoint.ts'
import { ById, Id } from './fields.ts'

export const ExportFormat = z.enum(['json', 'xlsx'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** A file of exchange on its way: a small set's is ready at once, a large one's is made by a job. It is kept for a day. */
export const ContentExport = z.object({
  id: Id,
  /** The file's, after the set's title and version. */
  name: z.string(),
  status: z.enum(['making', 'ready', 'failed']),
})
export type ContentExport = z.infer<typeof ContentExport>

export const contentExports = {
  start: endpoint({
    method: 'POST',
    path: '/content-sets/:id/exports',
    access: 'access-to-admin-area',
    summary:
      'Have a content set made into a content-set/1 file, JSON or workbook; a draft as far as it is complete',
    params: ById,
    body: z.strictObject({ format: ExportFormat }),
    response: ContentExport,
  }),
  get: endpoint({
    method: 'GET',
    path: '/content-exports/:id',
    access: 'access-to-admin-area',
    summary: 'Whether the file is ready',
    params: ById,
    response: ContentExport,
  }),
  file: endpoint({
    method: 'GET',
    path: '/content-exports/:id/file',
    access: 'access-to-admin-area',
    summary: 'The file of an export that is ready',
    params: ById,
    file: ANY_TYPE,
  }),
}
