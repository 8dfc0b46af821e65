import { create as dispositionOf } from 'content-disposition'
import { questions } from 'contract/questions'
import type { ThreadWork } from '#adapters/threads.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { fileName } from '#support/file-name.ts'
import { findQuestions } from '#features/assessments/questions.ts'
import { saveAnswers } from './save-answers.ts'
import type { run } from './write-answers.ts'

const WRITE: ThreadWork<typeof run> = {
  module: new URL('write-answers.ts', import.meta.url),
  megabytes: 256,
  milliseconds: 30_000,
}

// Detached: workbooks are written and read in threads.
export function answersWorkbookRoutes(server: Server): void {
  handleDetached(server, questions.xlsx, async ({ query }, context) => {
    const { app, tenant, reply, inTenant } = context
    const found = await inTenant((db) => findQuestions(db, context, query))
    const name = fileName(tenant.domain, found.named, `questions-${query.year}.xlsx`)
    reply.header('content-disposition', dispositionOf(name))
    return Buffer.from(await app.adapters.threads.run(WRITE, found))
  })

  handleDetached(server, questions.answer, ({ body }, context) => saveAnswers(context, body))
}
