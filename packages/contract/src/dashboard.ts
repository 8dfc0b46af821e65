import { z } from 'zod'
import { AuditEntry } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { Id, YearText, text } from './fields.ts'

/** No more rows stand in the table of levels, and no more is counted of what has stalled. */
export const MOST_LEVELS = 50
export const MOST_STALLED = 100

/** A part from 0 to 1; null while nothing that applies is answered. */
const Part = z.number().min(0).max(1).nullable()

export const Levels = z.object({
  /** The content sets that were answered in the year, the most used first. */
  titles: z.array(z.string()),
  title: z.string().nullable(),
  scale: z.array(z.string()).nullable(),
  by: z.enum(['organisation', 'person']),
  elements: z.array(z.string()),
  rows: z.array(z.object({ id: Id, name: z.string(), scores: z.array(Part), answered: Part })),
  /** How many more there are than rows. */
  others: z.int(),
})
export type Levels = z.infer<typeof Levels>

export const Attention = z.object({
  kind: z.enum(['invitations', 'stalled', 'terms-draft', 'content-set-draft']),
  /** Of the organisation, or of the content set. */
  id: Id.nullable(),
  name: z.string(),
  count: z.int(),
})
export type Attention = z.infer<typeof Attention>

export const Dashboard = z.object({
  year: z.int(),
  figures: z.object({
    organisations: z.int(),
    organisations_joined: z.int(),
    people: z.int(),
    assessments: z.int(),
    in_progress: z.int(),
    completed: z.int(),
    invitations: z.int(),
    invitations_expiring: z.int(),
  }),
  levels: Levels,
  participation: z.array(z.object({ year: z.int(), started: z.int(), completed: z.int() })),
  attention: z.array(Attention),
  /** Null for those who may not read the audit log. */
  activity: z.array(AuditEntry).nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: '/dashboard',
    access: 'access-to-admin-area',
    summary: 'What stands and what needs doing in the organisations in view',
    query: z.strictObject({
      year: YearText.optional(),
      title: text(1, 500).optional(),
    }),
    response: Dashboard,
  }),
}
