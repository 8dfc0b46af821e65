import { z } from 'zod'
import { Whose } from './assessments.ts'
import { Fault } from './content-format.ts'
import { endpoint } from './endpoint.ts'
import { AssessmentType, Id, IdText, Year, YearText } from './fields.ts'
import { tooLargeFile } from './file-size.ts'

/** Largest workbook with answers. */
export const ANSWERS_BYTES = 5 * 1024 * 1024

const OfSet = z.strictObject({
  year: YearText,
  type: AssessmentType,
  set: IdText.optional(),
  whose: Whose.optional(),
})

/** `file` in base64: the downloaded workbook with answers. */
export const AnswersBody = z.strictObject({
  year: Year,
  type: AssessmentType,
  set: Id.optional(),
  whose: Whose.optional(),
  file: z.base64().max(Math.ceil(ANSWERS_BYTES / 3) * 4, tooLargeFile(ANSWERS_BYTES)),
})
export type AnswersBody = z.output<typeof AnswersBody>

/** `details` of `invalid-input`: at most 1,000 faults with their row; `fault_count` counts all. */
export const AnswerFaults = z.object({ faults: z.array(Fault), fault_count: z.int() })
export type AnswerFaults = z.infer<typeof AnswerFaults>

export const questions = {
  xlsx: endpoint({
    method: 'GET',
    path: '/questions/xlsx',
    access: 'access-to-private-area',
    isHeavy: true,
    summary:
      'Download all questions for a year, type and content set, with the saved answers, as a workbook to fill in',
    query: OfSet,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/questions/pdf',
    access: 'access-to-private-area',
    isHeavy: true,
    summary: 'Download all questions for a year, type and content set as a PDF',
    query: OfSet,
    file: 'application/pdf',
  }),
  answer: endpoint({
    method: 'POST',
    path: '/questions/answers',
    access: 'access-to-private-area',
    isHeavy: true,
    summary:
      'Save the answers from a workbook that was downloaded and filled in. If any row has an error, no answers are saved',
    body: AnswersBody,
    mostBytes: 7 * 1024 * 1024,
    response: z.object({ statements: z.int() }),
  }),
}
