import { type OverviewQuery, assessments } from 'contract/assessments'
import type { z } from 'zod'
import type { PublicContext } from '#core/context.ts'
import { type Server, handle, handleBatched } from '#core/handle.ts'
import { yearOf } from '#core/host-tenant.ts'
import { acceptEdition } from './accept-edition.ts'
import { completeElement } from './complete-element.ts'
import { confirmAnswer } from './confirm-answer.ts'
import { openAssessment } from './open-assessment.ts'
import { overviewOf } from './overview.ts'
import { quizOf } from './quiz.ts'
import { saveNote } from './save-note.ts'
import { saveResponse } from './save-response.ts'

export function assessmentRoutes(server: Server): void {
  handle(server, assessments.overview, ({ query }, context) =>
    overviewOf(context.db, context, filterOf(query, context)),
  )

  handle(server, assessments.open, async ({ body }, { app, db, scope, actor, tenant }) => ({
    id: await openAssessment(db, scope, actor, {
      ...body,
      currentYear: yearOf(tenant, app.adapters.now()),
    }),
  }))

  handle(server, assessments.quiz, ({ params }, context) =>
    quizOf(context.db, context, params.id, params.elementId),
  )

  handleBatched(server, assessments.save, async ({ params, body }, context) => ({
    responses: await saveResponse(context, params.id, body),
  }))

  handle(server, assessments.confirm, async ({ params, body }, context) => ({
    responses: await confirmAnswer(context.db, context, params.id, body.statement_id),
  }))

  handle(server, assessments.note, ({ params, body }, context) =>
    saveNote(context.db, context, params.id, body),
  )

  handle(server, assessments.acceptEdition, ({ params, body }, context) =>
    acceptEdition(context.db, context, params.id, body.content_set_id),
  )

  handle(server, assessments.complete, ({ params }, context) =>
    completeElement(context.db, context, params.id, params.elementId),
  )
}

function filterOf({ year, type }: z.output<typeof OverviewQuery>, { app, tenant }: PublicContext) {
  const currentYear = yearOf(tenant, app.adapters.now())
  return { year: year ?? currentYear, type: type ?? 'self_assessment', currentYear } as const
}
