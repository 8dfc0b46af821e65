import { ENDING_KINDS } from './enumerations.ts'
import { z } from 'zod'
import { AssessmentStatus } from './assessments.ts'
import { AuditEntry } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { AssessmentType, Id, Language, Timestamp, YearText, line } from './fields.ts'
import { Paging } from './list.ts'
import { Person } from './shared-assessments.ts'

/** From 0 to 1; null while nothing that applies is answered. */
const Part = z.number().min(0).max(1).nullable()

export const Levels = z.object({
  /** Titles of the content sets that were answered in the year, most used first. */
  titles: z.array(z.string()),
  title: z.string().nullable(),
  scale: z.array(z.string()).nullable(),
  /** The number of the lowest level, 0 or 1. */
  lowest_level: z.int(),
  by: z.enum(['organisation', 'person']),
  language: Language,
  /** The elements by group; in a long set its groups. */
  columns: z.array(
    z.object({
      /** Of the element; of a group the first and last, if its title doesn't tell. */
      reference: z.string().nullable(),
      title: z.string().nullable(),
      /** Of an element. */
      group: z.string().nullable(),
    }),
  ),
  rows: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** A removed user, whose answers still count. */
      is_removed: z.boolean(),
      /** A user who counts by the shared assessment they take part in. */
      is_shared: z.boolean(),
      scores: z.array(Part),
      answered: Part,
    }),
  ),
  /** Rows on all pages. */
  total: z.int(),
})
export type Levels = z.infer<typeof Levels>

/** Users by the level that their newest report of a year reaches, lowest first; quarters without a scale. */
const YearOfLevels = z.object({ year: z.int(), counts: z.array(z.int()) })

/** A row for each organisation of the page. The first, without an id, is all visible ones. */
export const Distribution = z.array(
  z.object({ id: Id.nullable(), name: z.string(), years: z.array(YearOfLevels) }),
)
export type Distribution = z.infer<typeof Distribution>

/** Certificates of an organisation to renew. */
export const ExpiringCertificates = z.object({
  kind: z.enum(ENDING_KINDS),
  id: Id,
  name: z.string(),
  count: z.int(),
  first: z.object({
    id: Id,
    number: z.string(),
    valid_until: z.iso.date(),
    /** The holder. */
    person_id: Id,
  }),
})
export type ExpiringCertificates = z.infer<typeof ExpiringCertificates>

const AttentionKind = z.enum([
  'invitations',
  'platform-invitation',
  'failed-mails',
  'stalled',
  'terms-draft',
  'content-set-draft',
])

export const AttentionEntry = z.object({
  kind: AttentionKind,
  /** The organisation or the content set. */
  id: Id.nullable(),
  /** Its name, or the invited address. */
  name: z.string(),
  /** Of a content set. */
  language: Language,
  count: z.int(),
})
export type AttentionEntry = z.infer<typeof AttentionEntry>

/** Users, each once: one with an assessment in progress and a complete one counts as in progress. */
export const ParticipationCounts = z.object({
  not_started: z.int(),
  in_progress: z.int(),
  completed: z.int(),
})
export type ParticipationCounts = z.infer<typeof ParticipationCounts>

/** What the organisation answers together in the year, and how far it is with its plan. */
export const OrganisationResult = z.object({
  /** Of the assessment. */
  id: Id,
  type: AssessmentType,
  status: AssessmentStatus,
  title: z.string(),
  language: Language,
  scale: z.array(z.string()).nullable(),
  lowest_level: z.int(),
  owner: Person,
  /** Statements. */
  total: z.int(),
  answered: z.int(),
  /** Of the newest report. */
  current: Part,
  /** Of the last earlier year with a report. */
  before: z.object({ year: z.int(), current: Part }).nullable(),
  /** Of the newest year with planned actions. `overdue` is part of `left`. */
  plan: z.object({ year: z.int(), done: z.int(), left: z.int(), overdue: z.int() }).nullable(),
})
export type OrganisationResult = z.infer<typeof OrganisationResult>

export const Dashboard = z.object({
  year: z.int(),
  /** At the organisation itself. Missing in answers of release 0.2. */
  results: z.array(OrganisationResult).optional(),
  figures: z.object({
    organisations: z.int(),
    organisations_joined: z.int(),
    people: z.int(),
    people_active: z.int(),
    /** Started assessments. */
    assessments: z.int(),
    in_progress: z.int(),
    completed: z.int(),
    /** Certification assessments of all years that wait for an auditor or are under review. */
    in_review: z.int(),
    /** Open and expired invitations. */
    invitations: z.int(),
    invitations_expiring: z.int(),
    invitations_expired: z.int(),
  }),
  page: z.int(),
  levels: Levels,
  distribution: Distribution,
  /** The selected year and those with assessments, newest first, each with the types that were started. */
  participation: z.array(ParticipationCounts.extend({ year: z.int(), type: AssessmentType })),
  /** Organisations with the most users who have not started a self-assessment in the selected year. */
  organisations: z.array(ParticipationCounts.extend({ id: Id, name: z.string() })),
  /** Soonest first. */
  ending: z.array(ExpiringCertificates),
  attention: z.array(AttentionEntry),
  /** Kinds with more rows than shown in `ending` or `attention`. */
  more: z.array(z.enum([...ExpiringCertificates.shape.kind.options, ...AttentionKind.options])),
  /** Files with a delayed virus scan, for god-admins; null if there are none. */
  delayed_scans: z.object({ files: z.int(), since: Timestamp }).nullable(),
  /** Null for users who may not read the audit log. */
  activity: z.array(AuditEntry).nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: '/dashboard',
    access: 'access-to-admin-area',
    summary: 'Get the figures of the visible organisations and what needs attention there',
    query: z.strictObject({
      year: YearText.optional(),
      title: line(1, 500).optional(),
      /** Of the table of levels. */
      page: Paging.page,
    }),
    response: Dashboard,
  }),
}
