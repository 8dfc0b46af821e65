import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Review } from 'contract/reviews'
import { api } from '#core/api.ts'
import { failureToast } from '#core/toast.ts'
import { changeStatements } from './change-statements.ts'
import { reviewQuery } from './use-finish.ts'

/** Flags a statement to come back to, or removes the flag. All auditors of the review see it. */
export function useFlag({ id }: Pick<Review, 'id'>) {
  const queryClient = useQueryClient()
  const { queryKey } = reviewQuery(id)
  const { mutateAsync, isPending } = useMutation({
    mutationKey: queryKey,
    scope: { id: `review ${id}` },
    mutationFn: (body: { statement_id: number; is_flagged: boolean }) =>
      api.reviews.flag.call({ params: { id }, body }),
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: (state, { statement_id, is_flagged }) => {
      queryClient.setQueryData(
        queryKey,
        (shown) =>
          shown &&
          changeStatements({ ...shown, ...state }, (one) =>
            one.id === statement_id ? { ...one, is_flagged } : one,
          ),
      )
    },
    onError: (error) => {
      failureToast('The flag could not be saved')(error)
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return {
    isPending,
    /** Resolves to false, with a message, if that is not possible. */
    setFlag: (statement_id: number, is_flagged: boolean) =>
      mutateAsync({ statement_id, is_flagged }).then(
        () => true,
        () => false,
      ),
  }
}
