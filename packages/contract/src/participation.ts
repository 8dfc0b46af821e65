import { ENDING_KINDS } from './enumerations.ts'
import { z } from 'zod'
import { CONTENT_LIMITS } from './content-limits.ts'
import { AssessmentStatus } from './assessments.ts'
import { endpoint } from './endpoint.ts'
import { AssessmentType, Id, IdText, Language, Timestamp, Year, YearText, line } from './fields.ts'
import { Paging, SearchText, listResponse, listText, sortText } from './list.ts'

const MOST = CONTENT_LIMITS.responsesOfStatement

/** Levels count from 1. A statement has at most 250. */
const Level = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, `Use a whole number from 1 to ${MOST}`)
  .transform(Number)
  .pipe(z.int().max(MOST, `Use a whole number from 1 to ${MOST}`))

export const ParticipationFilter = z.strictObject({
  /** Search text for name or email address. */
  name: SearchText,
  tenant_id: IdText.optional(),
  /** The current year by default; any year with `certificate`. */
  year: YearText.optional(),
  type: AssessmentType.optional(),
  state: listText(AssessmentStatus).optional(),
  /** In progress and untouched for 30 days, or of users who have nothing in progress, of the type if one is given. */
  activity: z.enum(['stalled', 'complete']).optional(),
  /** Has a certificate that expires within 90 days or expired in the last 90, and has not been renewed. */
  certificate: z.enum(ENDING_KINDS).optional(),
  /** Title of the content set. */
  title: line(1, 500).optional(),
  /** The level of the newest self-assessment report of the year; quarters without a scale. */
  level: z.union([z.literal('any'), Level]).optional(),
  scale: Level.pipe(z.int().min(2)).optional(),
  sort: sortText(['name', 'touched_at'], 'name.asc'),
})
export type ParticipationFilter = z.output<typeof ParticipationFilter>

export const ParticipationQuery = ParticipationFilter.extend(Paging)
export type ParticipationQuery = z.output<typeof ParticipationQuery>

/** A started assessment, or a user who has not started one. Each user of a shared assessment has a row with it. */
export const Participant = z.object({
  /** Of the assessment, or of the user. */
  id: Id,
  person: z.object({ id: Id, name: z.string(), email: z.string(), is_removed: z.boolean() }),
  tenant: z.object({ id: Id, name: z.string() }),
  state: AssessmentStatus,
  assessment: z
    .object({
      content_set: z.object({ id: Id, title: z.string(), language: Language }),
      /** The same as `id` if the organisation answers it together. */
      shared_id: Id.nullable(),
      type: AssessmentType,
      year: Year,
      /** Numbers of statements. */
      answered: z.int(),
      total: z.int(),
      touched_at: Timestamp,
    })
    .nullable(),
})
export type Participant = z.infer<typeof Participant>

const Participants = listResponse(Participant).extend({
  /** The selected year, or the current one. */
  year: z.int(),
  /** Titles of the content sets on offer in this year. */
  titles: z.array(z.string()),
})

export const participation = {
  list: endpoint({
    method: 'GET',
    path: '/participation',
    access: 'access-to-admin-area',
    summary:
      'List the users of the visible organisations with the assessments they started in a year, if any',
    query: ParticipationQuery,
    response: Participants,
  }),
  exportCsv: endpoint({
    method: 'POST',
    path: '/participation/export/csv',
    access: 'access-to-admin-area',
    summary: 'Download the list of participants as CSV and record the download',
    query: ParticipationFilter,
    file: 'text/csv',
  }),
  exportXlsx: endpoint({
    method: 'POST',
    path: '/participation/export/xlsx',
    access: 'access-to-admin-area',
    summary: 'Download the list of participants as a workbook and record the download',
    query: ParticipationFilter,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}
