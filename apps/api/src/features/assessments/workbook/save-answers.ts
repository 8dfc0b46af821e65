import { randomUUID } from 'node:crypto'
import { AnswerChange, NoteChange } from 'contract/answers'
import type { Fault } from 'contract/content-format'
import { type AnswerFaults, type AnswersBody, ANSWERS_BYTES } from 'contract/questions'
import { z } from 'zod'
import { type ThreadWork, ThreadLimit } from '#adapters/threads.ts'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { saveInTurn } from '#features/assessments/answering/save-response.ts'
import { openAssessment } from '#features/assessments/answering/open-assessment.ts'
import { saveNote } from '#features/assessments/answering/save-note.ts'
import { editionOf } from '#features/content/edition.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { findQuestions } from '#features/assessments/questions.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { changesOfRows, type RowChanges } from './changes-of-rows.ts'
import type { AnswersRead, run } from './read-answers.ts'

const READ: ThreadWork<typeof run> = {
  module: new URL('read-answers.ts', import.meta.url),
  megabytes: 256,
  milliseconds: 30_000,
}

/** Saves all answers of a workbook in one transaction, or none. */
export async function saveAnswers(context: SignedInContext, { file, ...of }: AnswersBody) {
  const bytes = Buffer.from(file, 'base64')
  if (bytes.length > ANSWERS_BYTES)
    throw new ApiError(
      'too-large',
      'The file is larger than 5 MB. Choose the workbook you downloaded.',
    )
  const read = await readInThread(context, bytes)
  if (read.rows.length === 0 && read.faults.length > 0) throw refused(read.faults)
  return await context.inTenant(async (db) => {
    const id = await openAssessment(db, context, of)
    await lockAssessment(db, context.scope, { id })
    const questions = await findQuestions(db, context, of)
    requireOpen(questions.saved?.assessment.status ?? 'not_started', 'answers')
    // A workbook from before the level was lowered has more statements. Their answers are kept too.
    const { id: setId } = questions.edition.set
    const edition = await editionOf(db, context.scope, context.app.cache, setId)
    const { changes, faults: wrong } = changesOfRows(read.rows, { ...questions, edition })
    const faults = inOrder([...read.faults, ...wrong])
    if (faults.length > 0) throw refused(faults)
    const changing = changes.filter(({ answers, note }) => answers.length > 0 || note)
    for (const change of changing) faults.push(...(await saveRow(db, context, id, change)))
    if (faults.length > 0) throw refused(faults)
    return { statements: changing.length }
  })
}

/** By row. */
function inOrder(faults: Fault[]) {
  const rowOf = ({ place }: Fault) => Number(/\d+$/.exec(place)?.[0] ?? 0)
  return faults.toSorted((one, other) => rowOf(one) - rowOf(other))
}

async function readInThread({ app }: SignedInContext, bytes: Buffer): Promise<AnswersRead> {
  try {
    const own = Uint8Array.from(bytes)
    return await app.adapters.threads.run(READ, own, { moved: [own] })
  } catch (error) {
    if (!(error instanceof ThreadLimit)) throw error
    const message =
      'The file is too large or too complex to read. Remove formulas and formatting, then save it again.'
    return { rows: [], faults: [{ place: 'File', message }] }
  }
}

/** The rules of saving by hand apply, also for what has changed at this moment. */
async function saveRow(
  db: Db,
  context: SignedInContext,
  id: number,
  { place, statementId, answers, note }: RowChanges,
): Promise<Fault[]> {
  const statement_id = statementId
  try {
    if (answers.length > 0) {
      const choices = answers.map((choice) => ({ key: randomUUID(), ...choice }))
      await saveInTurn(db, context, id, AnswerChange.parse({ statement_id, choices }))
    }
    if (note) {
      const change = { key: randomUUID(), statement_id, ...note }
      await saveNote(db, context, id, NoteChange.parse(change))
    }
    return []
  } catch (error) {
    if (error instanceof z.ZodError)
      return error.issues.map(({ message }) => ({ place, message: `${message}.` }))
    if (!(error instanceof ApiError)) throw error
    const messages = Object.values(error.extra.fields ?? { answer: error.message })
    return messages.map((message) => ({
      place,
      message: message.endsWith('.') ? message : `${message}.`,
    }))
  }
}

const MAX_FAULTS = 1000

function refused(faults: Fault[]): ApiError {
  const details: AnswerFaults = {
    faults: faults.slice(0, MAX_FAULTS),
    fault_count: faults.length,
  }
  return new ApiError('invalid-input', 'Nothing was saved, because the workbook has errors.', {
    details,
  })
}
