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

/** What respondents will be asked, to look at before copying. */
const TemplateContent = z.object({
  title: z.string(),
  language: Language,
  /** Names of the levels, lowest first; empty for results in percent. */
  scale: z.array(z.string()),
  elements: z.array(z.object({ title: z.string(), statements: z.array(z.string()) })),
})
export type TemplateContent = z.infer<typeof TemplateContent>

export const templates = {
  list: endpoint({
    method: 'GET',
    path: '/templates',
    access: 'create-concept-set-for-company',
    summary: 'List the platform’s templates that an organisation can copy',
    response: z.object({ templates: z.array(Template) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/templates/:id',
    access: 'create-concept-set-for-company',
    summary: 'Show the elements and statements of a template',
    params: ById,
    response: TemplateContent,
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
