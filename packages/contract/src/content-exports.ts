import { z } from 'zod'
import { ANY_TYPE, endpoint } from './endpoint.ts'
import { ById } from './fields.ts'
import { GeneratedFile } from './generated-files.ts'

export const ExportFormat = z.enum(['json', 'xlsx'])
export type ExportFormat = z.infer<typeof ExportFormat>

export const contentExports = {
  start: endpoint({
    method: 'POST',
    path: '/content-sets/:id/exports',
    access: 'access-to-admin-area',
    summary: 'Start exporting a content set as a content-set/1 file (JSON or workbook)',
    params: ById,
    body: z.strictObject({ format: ExportFormat }),
    response: GeneratedFile,
  }),
  get: endpoint({
    method: 'GET',
    path: '/content-exports/:id',
    access: 'access-to-admin-area',
    summary: 'Get the progress of an export',
    params: ById,
    response: GeneratedFile,
  }),
  sample: endpoint({
    method: 'GET',
    path: '/content-samples',
    access: 'access-to-admin-area',
    summary: 'Download a small sample of the content-set/1 format (JSON or workbook)',
    query: z.strictObject({ format: ExportFormat }),
    file: ANY_TYPE,
  }),
  file: endpoint({
    method: 'GET',
    path: '/content-exports/:id/file',
    access: 'access-to-admin-area',
    summary: 'Download an export file',
    params: ById,
    file: ANY_TYPE,
  }),
}
