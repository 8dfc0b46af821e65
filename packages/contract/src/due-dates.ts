import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AssessmentType, ById, Day, Id, Language, Year, YearText } from './fields.ts'

/** What people are asked to answer: any edition of a content set, in a year. */
export const Task = z.strictObject({ family_id: Id, year: Year, type: AssessmentType })
export type Task = z.infer<typeof Task>

export const DueDate = Task.extend({
  title: z.string(),
  language: Language,
  due_on: z.iso.date().nullable(),
})
export type DueDate = z.infer<typeof DueDate>

const DueDates = z.object({
  /** What is on offer in the year, with or without a date. */
  tasks: z.array(DueDate),
  /** Today at the organisation. */
  today: z.iso.date(),
})

export const dueDates = {
  list: endpoint({
    method: 'GET',
    path: '/customers/:id/due-dates',
    access: 'create-users',
    summary: 'List what an organisation’s users can answer in a year, with due dates',
    params: ById,
    query: z.strictObject({ year: YearText }),
    response: DueDates,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/customers/:id/due-dates',
    access: 'create-users',
    summary: 'Set or remove the due date of a content set',
    params: ById,
    body: Task.extend({ due_on: Day.nullable() }),
    response: DueDate,
  }),
}
