import { comments } from 'contract/comments'
import { type Server, handle } from '#core/handle.ts'
import { addComment } from './add-comment.ts'
import { askAnother, editComment, reopenQuestion, resolveQuestion } from './change-comment.ts'
import { listComments } from './comments.queries.ts'
import { getForPerson } from './for-person.ts'

export function commentRoutes(server: Server): void {
  handle(server, comments.list, async ({ params: { id }, query }, context) => {
    await getForPerson(context.db, context, id)
    const { element_id: elementId, statement_id: statementId, state } = query
    const isResolved = state && state === 'resolved'
    return {
      comments: await listComments(context.db, context.scope, id, {
        elementId,
        statementId,
        isResolved,
      }),
    }
  })

  handle(server, comments.add, ({ params: { id }, body }, context) =>
    addComment(context.db, context, id, body),
  )

  handle(server, comments.edit, ({ params, body }, context) =>
    editComment(context.db, context, params, body),
  )

  handle(server, comments.ask, ({ params, body }, context) =>
    askAnother(context.db, context, params, body.user_id),
  )

  handle(server, comments.resolve, ({ params }, context) =>
    resolveQuestion(context.db, context, params),
  )

  handle(server, comments.reopen, ({ params }, context) =>
    reopenQuestion(context.db, context, params),
  )
}
