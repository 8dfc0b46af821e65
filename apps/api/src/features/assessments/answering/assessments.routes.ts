import { type OverviewQuery, type SavedResponse, assessments } from 'contract/assessments'
import type { z } from 'zod'
import type { PublicContext } from '#core/context.ts'
import { type Server, handle } from '#core/handle.ts'
import { yearOf } from '#core/host-tenant.ts'
import { acceptEdition } from './accept-edition.ts'
import { type Completed, completeCall, completeElement } from './complete-element.ts'
import { confirmAnswer } from './confirm-answer.ts'
import { openAssessment, openCall } from './open-assessment.ts'
import { overviewAtOnce, overviewOf } from './overview.ts'
import { quizAtOnce, quizOf } from './quiz.ts'
import { saveNote } from './save-note.ts'
import { saveCall, saveResponse } from './save-response.ts'

export function assessmentRoutes(server: Server): void {
  handle(
    server,
    assessments.overview,
    async ({ query }, context) => await overviewOf(context.db, context, wishOf(query, context)),
    async ({ query }, call, surroundings) =>
      await overviewAtOnce(surroundings, call, wishOf(query, surroundings)),
  )

  handle(
    server,
    assessments.open,
    async ({ body }, { app, db, scope, actor, tenant }) => ({
      id: await openAssessment(db, scope, actor, {
        ...body,
        currentYear: yearOf(tenant, app.adapters.now()),
      }),
    }),
    async ({ body }, call) => (await call<{ id: number }>(openCall(body)))[0],
  )

  handle(
    server,
    assessments.quiz,
    async ({ params }, context) => await quizOf(context.db, context, params.id, params.elementId),
    async ({ params }, call, surroundings) =>
      await quizAtOnce(surroundings, call, params.id, params.elementId),
  )

  handle(
    server,
    assessments.save,
    async ({ params, body }, context) => ({
      responses: await saveResponse(context.db, context, params.id, body),
    }),
    async ({ params, body }, call) => {
      const responses = await call<SavedResponse>(saveCall(params.id, body))
      return responses.length > 0 ? { responses } : undefined
    },
  )

  handle(server, assessments.confirm, async ({ params, body }, context) => ({
    responses: await confirmAnswer(context.db, context, params.id, body.statement_id),
  }))

  handle(
    server,
    assessments.note,
    async ({ params, body }, context) => await saveNote(context.db, context, params.id, body),
  )

  handle(
    server,
    assessments.acceptEdition,
    async ({ params, body }, context) =>
      await acceptEdition(context.db, context, params.id, body.content_set_id),
  )

  handle(
    server,
    assessments.complete,
    async ({ params }, context) =>
      await completeElement(context.db, context, params.id, params.elementId),
    async ({ params }, call) =>
      (await call<Completed>(completeCall(params.id, params.elementId)))[0],
  )
}

function wishOf({ year, type }: z.output<typeof OverviewQuery>, { app, tenant }: PublicContext) {
  const currentYear = yearOf(tenant, app.adapters.now())
  return { year: year ?? currentYear, type: type ?? 'self_assessment', currentYear } as const
}
