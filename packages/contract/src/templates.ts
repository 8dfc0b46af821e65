import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Language } from './fields.ts'

/** A published content set of the platform, which organisations can copy. */
export const Template = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  language: Language,
  version: z.int(),
  elements: z.int(),
  statements: z.int(),
  /** The organisation has a published copy of this version. */
  is_used: z.boolean(),
})
export type Template = z.infer<typeof Template>

export const templates = {
  list: endpoint({
    method: 'GET',
    path: '/templates',
    access: 'create-concept-set-for-company',
    summary: 'List the platform’s templates that an organisation can copy',
    response: z.object({ templates: z.array(Template) }),
  }),
  copy: endpoint({
    method: 'POST',
    path: '/templates/:id/copies',
    access: 'create-concept-set-for-company',
    summary: 'Copy a template to your organisation and publish the copy',
    params: ById,
    response: z.object({ id: Id }),
  }),
}
