import { z } from 'zod'
import { AuditEntry } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp, YearText, text } from './fields.ts'
import { Paging } from './list.ts'

/** A part from 0 to 1; null while nothing that applies is answered. */
const Part = z.number().min(0).max(1).nullable()

export const Levels = z.object({
  /** The content sets that were answered in the year, the most used first. */
  titles: z.array(z.string()),
  title: z.string().nullable(),
  scale: z.array(z.string()).nullable(),
  by: z.enum(['organisation', 'person']),
  elements: z.array(z.string()),
  rows: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** Somebody whose account is gone: the answers count, and there is no page of theirs. */
      is_removed: z.boolean(),
      scores: z.array(Part),
      answered: Part,
    }),
  ),
  /** How many there are on all pages. */
  total: z.int(),
})
export type Levels = z.infer<typeof Levels>

/** How many people's newest reports of a year reach each level, the lowest first; without a scale each quarter. */
const YearOfLevels = z.object({ year: z.int(), counts: z.array(z.int()) })

/** One row for each organisation on the page; the first, without an id, for all in view. */
export const Distribution = z.array(
  z.object({ id: Id.nullable(), name: z.string(), years: z.array(YearOfLevels) }),
)
export type Distribution = z.infer<typeof Distribution>

/** Certificates of one organisation that need to be renewed. */
export const Ending = z.object({
  kind: z.enum(['expiring', 'expired']),
  id: Id,
  name: z.string(),
  count: z.int(),
  first: z.object({
    id: Id,
    number: z.string(),
    valid_until: z.iso.date(),
    /** The holder; null where the account is gone. */
    person_id: Id.nullable(),
  }),
})
export type Ending = z.infer<typeof Ending>

const AttentionKind = z.enum([
  'invitations',
  'platform-invitation',
  'stalled',
  'terms-draft',
  'content-set-draft',
])

export const Attention = z.object({
  kind: AttentionKind,
  /** Of the organisation, or of the content set. */
  id: Id.nullable(),
  /** Of these, or the address that is invited. */
  name: z.string(),
  count: z.int(),
})
export type Attention = z.infer<typeof Attention>

/** `not_begun` counts people, the others assessments. */
export const TakingPart = z.object({
  not_begun: z.int(),
  in_progress: z.int(),
  completed: z.int(),
})
export type TakingPart = z.infer<typeof TakingPart>

export const Dashboard = z.object({
  year: z.int(),
  figures: z.object({
    organisations: z.int(),
    organisations_joined: z.int(),
    people: z.int(),
    people_active: z.int(),
    /** Begun. */
    assessments: z.int(),
    in_progress: z.int(),
    completed: z.int(),
    /** That wait for an answer, the expired ones too. */
    invitations: z.int(),
    invitations_expiring: z.int(),
    invitations_expired: z.int(),
  }),
  page: z.int(),
  levels: Levels,
  distribution: Distribution,
  /** The year in view and those with assessments, the newest first. */
  participation: z.array(TakingPart.extend({ year: z.int() })),
  /** In the year in view, of those with the most people who have not begun. */
  organisations: z.array(TakingPart.extend({ id: Id, name: z.string() })),
  /** The soonest first. */
  ending: z.array(Ending),
  attention: z.array(Attention),
  /** Of what there is more than stands in `ending` or `attention`. */
  more: z.array(z.enum([...Ending.shape.kind.options, ...AttentionKind.options])),
  /** Files that wait too long for the virus scanner, for god-admins, who can see to it; null when none does. */
  delayed_scans: z.object({ files: z.int(), since: Timestamp }).nullable(),
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
      /** Of the table of levels. */
      page: Paging.page,
    }),
    response: Dashboard,
  }),
}
