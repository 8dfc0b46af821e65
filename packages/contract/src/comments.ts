import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, IdText, Timestamp, text } from './fields.ts'
import { Person } from './shared-assessments.ts'

/** As long as a note, to which a comment can be added. */
export const MOST_OF_COMMENT = 2000

const CommentText = text(1, MOST_OF_COMMENT)

/** What one of the people of a shared assessment says about a statement. */
export const Comment = z.object({
  id: Id,
  statement_id: Id,
  /** Null: the assessment’s content set no longer has the statement. */
  element_id: Id.nullable(),
  statement: z.string(),
  author: Person,
  /** Markdown. */
  text: z.string(),
  /** Of a question: who is to answer it. */
  asked: Person.nullable(),
  /** Of an open question: the person no longer takes part. */
  needs_person: z.boolean(),
  version: z.int(),
  created_at: Timestamp,
  edited_at: Timestamp.nullable(),
  resolved_at: Timestamp.nullable(),
  resolved_by: Person.nullable(),
})
export type Comment = z.infer<typeof Comment>

const OfComment = z.strictObject({ id: IdText, commentId: IdText })

/** For the people of a shared assessment only, not for admins or auditors. */
export const comments = {
  list: endpoint({
    method: 'GET',
    path: '/assessments/:id/comments',
    access: 'access-to-private-area',
    summary:
      'List the comments of a shared assessment, oldest first. With an element, list only its comments and those on statements that are no longer in the content set',
    params: ById,
    query: z.strictObject({
      element_id: IdText.optional(),
      statement_id: IdText.optional(),
      /** Open ones are comments and questions that aren’t resolved. */
      state: z.enum(['open', 'resolved']).optional(),
    }),
    response: z.object({ comments: z.array(Comment) }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/assessments/:id/comments',
    access: 'access-to-private-area',
    summary: 'Comment on a statement of a shared assessment, or ask a colleague about it',
    params: ById,
    body: z.strictObject({
      /** New for each comment and the same for each retry, so that a retry has no second effect. */
      key: z.uuid(),
      statement_id: Id,
      text: CommentText,
      /** Who is asked. They become a viewer, and can answer this statement until the question is resolved. */
      user_id: Id.nullable(),
    }),
    response: Comment,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/assessments/:id/comments/:commentId',
    access: 'access-to-private-area',
    summary: 'Change the text of your own comment',
    params: OfComment,
    body: z.strictObject({ text: CommentText, version: z.int32().min(1) }),
    response: Comment,
  }),
  ask: endpoint({
    method: 'PUT',
    path: '/assessments/:id/comments/:commentId/asked',
    access: 'access-to-private-area',
    summary: 'As the author or the assessment’s owner, ask someone else an open question',
    params: OfComment,
    body: z.strictObject({ user_id: Id }),
    response: Comment,
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/assessments/:id/comments/:commentId/resolution',
    access: 'access-to-private-area',
    summary: 'As the author, the person asked or the assessment’s owner, resolve a question',
    params: OfComment,
    response: Comment,
  }),
  reopen: endpoint({
    method: 'DELETE',
    path: '/assessments/:id/comments/:commentId/resolution',
    access: 'access-to-private-area',
    summary: 'Open a resolved question again',
    params: OfComment,
    response: Comment,
  }),
}
