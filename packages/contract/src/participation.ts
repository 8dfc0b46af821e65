import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AssessmentType, Id, IdText, Timestamp, Year, YearText, text } from './fields.ts'
import { Paging, SearchText, listAnswer, listText, sortText } from './list.ts'
import { PARTICIPATION_STATES } from './participation-states.ts'

export const ParticipationState = z.enum(PARTICIPATION_STATES)
export type ParticipationState = z.infer<typeof ParticipationState>

/** Levels are counted from 1; the most that a statement has are ten. */
const Level = z
  .string()
  .regex(/^([1-9]|10)$/, 'Use a whole number from 1 to 10')
  .transform(Number)

export const ParticipationFilter = z.strictObject({
  /** A part of the person's name or e-mail address. */
  name: SearchText,
  tenant_id: IdText.optional(),
  /** The current one when left out; with `certificate` any. */
  year: YearText.optional(),
  type: AssessmentType.optional(),
  state: listText(ParticipationState).optional(),
  /** Begun, not completed, and untouched for 30 days. */
  activity: z.literal('stalled').optional(),
  /** Certified, and the certificate ends within 90 days or did so in the last 90, unless a later one replaces it. */
  certificate: z.enum(['expiring', 'expired']).optional(),
  /** Of the content set. */
  title: text(1, 500).optional(),
  /** What the newest self-assessment report of the year has reached, of so many levels; quarters without a scale. */
  level: z.union([z.literal('any'), Level]).optional(),
  scale: Level.pipe(z.int().min(2)).optional(),
  sort: sortText(['name', 'touched_at'], 'name.asc'),
})
export type ParticipationFilter = z.output<typeof ParticipationFilter>

export const ParticipationQuery = ParticipationFilter.extend(Paging)
export type ParticipationQuery = z.output<typeof ParticipationQuery>

/** An assessment that somebody has begun; or somebody who has begun none that is asked for. */
export const Participant = z.object({
  /** Of the assessment, or of the person. */
  id: Id,
  person: z.object({ id: Id, name: z.string(), email: z.string(), is_removed: z.boolean() }),
  tenant: z.object({ id: Id, name: z.string() }),
  state: ParticipationState,
  assessment: z
    .object({
      content_set: z.object({ id: Id, title: z.string() }),
      type: AssessmentType,
      year: Year,
      /** Statements. */
      answered: z.int(),
      total: z.int(),
      touched_at: Timestamp,
    })
    .nullable(),
})
export type Participant = z.infer<typeof Participant>

const Participants = listAnswer(Participant).extend({
  /** The one that is asked for, else the current one. */
  year: z.int(),
  /** Of the content sets that are or were there to begin in this year. */
  titles: z.array(z.string()),
})

export const participation = {
  list: endpoint({
    method: 'GET',
    path: '/participation',
    access: 'access-to-admin-area',
    summary: 'Who has begun what in a year, how far it is, and who has not begun',
    query: ParticipationQuery,
    response: Participants,
  }),
  exportCsv: endpoint({
    method: 'POST',
    path: '/participation/export/csv',
    access: 'access-to-admin-area',
    summary: 'The whole list as comma-separated values; it is recorded who took it',
    query: ParticipationFilter,
    file: 'text/csv',
  }),
  exportXlsx: endpoint({
    method: 'POST',
    path: '/participation/export/xlsx',
    access: 'access-to-admin-area',
    summary: 'The whole list as a workbook; it is recorded who took it',
    query: ParticipationFilter,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}
