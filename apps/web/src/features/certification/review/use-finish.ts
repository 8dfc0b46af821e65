import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'
import { showFailure, showSuccess } from '#core/toast.ts'
import { invalidate } from '#core/invalidate.ts'

interface FinishOptions<Answer> {
  reviewId: number
  finish: () => Promise<Answer>
  doneText: (answer: Answer) => string
  onClose: () => void
}

/** Ends a review. After a conflict the page is reloaded, so that no one decides on unseen changes. */
export function useFinishReview<Answer>({
  reviewId,
  finish,
  doneText,
  onClose,
}: FinishOptions<Answer>) {
  const queryClient = useQueryClient()
  const refresh = () =>
    invalidate(queryClient, [reviewQuery(reviewId).queryKey, api.reviews.list.key])
  return useMutation({
    mutationFn: finish,
    onSuccess: async (answer) => {
      showSuccess(doneText(answer))
      await refresh()
      onClose()
    },
    onError: async (error) => {
      if (!hasCode(error, 'conflict')) return
      await refresh()
      onClose()
      showFailure('Your decision was not saved', error.message)
    },
  })
}

export function reviewQuery(id: number | string) {
  return api.reviews.get.query({ params: { id: idIn(String(id)) } })
}
