import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment } from 'contract/comments'
import { api } from '#core/api.ts'
import { failureToast } from '#core/toast.ts'
import { sendFirst } from '#features/assessments/outbox/send-first.ts'
import { useOutbox } from '#features/assessments/outbox/use-outbox.ts'

export interface Place {
  assessmentId: number
  elementId: number
}

/** The comments of an element, and those on statements that the content set no longer has. */
export function commentsQuery({ assessmentId: id, elementId }: Place) {
  return api.comments.list.query({ params: { id }, query: { element_id: String(elementId) } })
}

/** Shows a comment that the server answered with. A question also changes who may answer the statement. */
export function useShowComment(place: Place) {
  const queryClient = useQueryClient()
  return (comment: Comment) => {
    queryClient.setQueryData(commentsQuery(place).queryKey, (answer) => {
      if (!answer) return answer
      const isNew = !answer.comments.some(({ id }) => id === comment.id)
      return {
        comments: isNew
          ? [...answer.comments, comment]
          : answer.comments.map((one) => (one.id === comment.id ? comment : one)),
      }
    })
    if (comment.asked === null) return
    for (const { key } of [api.assessments.quiz, api.assessments.overview])
      void queryClient.invalidateQueries({ queryKey: key })
  }
}

/** After a refusal: someone else may have changed the comment. */
export function useRefreshComments(place: Place) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: commentsQuery(place).queryKey })
}

export function useResolve(place: Place, comment: Comment) {
  const show = useShowComment(place)
  const refresh = useRefreshComments(place)
  const params = { id: place.assessmentId, commentId: comment.id }
  const isResolved = comment.resolved_at !== null
  const outbox = useOutbox()
  return useMutation({
    mutationFn: async () => {
      if (isResolved) return await api.comments.reopen.call({ params })
      // An answer that is still being sent would be refused then.
      await sendFirst(outbox, place.assessmentId)
      return await api.comments.resolve.call({ params })
    },
    onSuccess: show,
    onError: (error) => {
      void refresh()
      const what = isResolved ? 'reopened' : 'resolved'
      failureToast(`The question could not be ${what}`)(error)
    },
  })
}
