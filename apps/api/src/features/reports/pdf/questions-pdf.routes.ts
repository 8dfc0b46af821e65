import { create as dispositionOf } from 'content-disposition'
import { questions } from 'contract/questions'
import { type Server, handleDetached } from '#core/handle.ts'
import { fileName } from '#support/file-name.ts'
import { findQuestions } from '#features/assessments/questions.ts'
import { writeQuestionsPdf } from './write-questions-pdf.ts'

// Detached: the PDF is printed in a thread.
export function questionsPdfRoutes(server: Server): void {
  handleDetached(server, questions.pdf, async ({ query }, context) => {
    const { app, tenant, reply, inTenant } = context
    const found = await inTenant((db) => findQuestions(db, context, query))
    const name = fileName(tenant.domain, found.named, `questions-${query.year}.pdf`)
    reply.header('content-disposition', dispositionOf(name))
    return await writeQuestionsPdf(app.adapters.printer, found, tenant.name)
  })
}
