import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  Review,
  ReviewResponseConflict,
  ReviewStatement,
  ReviewedResponse,
} from 'contract/reviews'
import { useRef, useState } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { changeStatements } from '#features/certification/review/change-statements.ts'
import { reviewQuery } from '#features/certification/review/use-finish.ts'
import { useUnsavedResponse, type UnsavedResponse } from './use-unsaved-response.ts'

/** An auditor's response; `choice` is undefined if there is none, null if the statement does not apply. */
export interface ResponseInput {
  choice: number | null | undefined
  remark: string
}
type CompleteInput = ResponseInput & { choice: number | null }

export function useReviewResponse(review: Review, statement: ReviewStatement, isOpen: boolean) {
  const { id: reviewId, content_set, year } = review
  const queryClient = useQueryClient()
  const { queryKey } = reviewQuery(reviewId)
  const saved = inputOf(statement.reviewed)
  const [draft, setDraft] = useState<ResponseInput | null>(null)
  const [conflict, setConflict] = useState<ReviewResponseConflict | null>(null)
  const seen = useRef(0)
  const sending = useRef<{ input: CompleteInput; done: Promise<boolean> } | null>(null)
  const input = draft ?? saved

  const saving = useMutation({
    mutationKey: queryKey,
    // In series, because each save needs the version of the one before it.
    scope: { id: `review ${reviewId}` },
    mutationFn: ({ choice, remark }: CompleteInput) =>
      api.reviews.save.call({
        params: { id: reviewId },
        body: {
          statement_id: statement.id,
          statement_response_id: choice,
          remark: remark.trim() || null,
          version: seen.current,
        },
      }),
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: ({ response, review }, sent) => {
      seen.current = response.version
      updateCache(response, review)
      setDraft((now) => (isSame(now, sent) ? null : now))
    },
    onError: (error) => {
      if (hasCode(error, 'conflict') && isResponseConflict(error.details))
        setConflict(error.details)
    },
    onSettled: () => {
      // The response changes levels and bands, and other auditors may have reviewed other statements.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1)
        void queryClient.invalidateQueries({ queryKey })
    },
  })

  function updateCache(response: ReviewedResponse | null, more: Partial<Review> = {}) {
    queryClient.setQueryData(
      queryKey,
      (shown) =>
        shown &&
        changeStatements({ ...shown, ...more }, (one) =>
          // A saved response removes the flag.
          one.id === statement.id
            ? { ...one, reviewed: response, is_flagged: response === null && one.is_flagged }
            : one,
        ),
    )
  }

  function change(next: ResponseInput) {
    if (draft === null && !saving.isPending) seen.current = statement.reviewed?.version ?? 0
    setDraft(next)
  }

  /** Resolves to false if the response is incomplete or could not be saved. */
  async function save(next: ResponseInput): Promise<boolean> {
    if (faultOf(statement, next)) return false
    if (isSame(sending.current?.input ?? saved, next) || !isComplete(next))
      return sending.current?.done ?? true
    const done = saving.mutateAsync(next).then(
      () => true,
      () => false,
    )
    const now = { input: next, done }
    sending.current = now
    const isSaved = await done
    if (sending.current === now) sending.current = null
    return isSaved
  }

  const isDirty = draft !== null && !isSame(saved, draft)
  useUnsavedResponse({
    reviewId,
    statementId: statement.id,
    title: `${content_set} ${year}, ${statement.number}`,
    unsaved: isDirty ? draft : null,
    version: statement.reviewed?.version,
    getSeenVersion: () => seen.current,
    onRestored,
    save: () => save(input),
  })

  /** Restores a response from a closed page; a newer one by someone else is a conflict. */
  function onRestored(found: UnsavedResponse) {
    if (!isOpen || draft !== null || isSame(saved, found.input)) return
    seen.current = found.seen
    setDraft(found.input)
    void save(found.input)
  }

  return {
    input,
    isDirty,
    isSaving: saving.isPending,
    error: conflict ? null : saving.error,
    conflict,
    change,
    save,
    keepMine: () => {
      if (!conflict) return
      seen.current = conflict.current?.version ?? 0
      updateCache(conflict.current)
      setConflict(null)
      saving.mutate({
        choice: conflict.sent.statement_response_id,
        remark: conflict.sent.remark ?? '',
      })
    },
    keepTheirs: () => {
      if (!conflict) return
      updateCache(conflict.current)
      setConflict(null)
      setDraft(null)
    },
    discard: () => {
      if (conflict) updateCache(conflict.current)
      setConflict(null)
      setDraft(null)
      saving.reset()
    },
  }
}

export function faultOf(
  { current }: Pick<ReviewStatement, 'current'>,
  { choice, remark }: ResponseInput,
) {
  if (remark.trim().length > MAX_REMARK_LENGTH) return 'Shorten the remark to 2,000 characters'
  if (choice === undefined) return remark.trim() === '' ? undefined : 'Choose a certified response'
  const isRemarkMissing = choice !== current && remark.trim() === ''
  return isRemarkMissing
    ? 'Explain why your response differs from the declared response'
    : undefined
}

export const MAX_REMARK_LENGTH = 2000

function inputOf(reviewed: ReviewedResponse | null): ResponseInput {
  return { choice: reviewed?.statement_response_id, remark: reviewed?.remark ?? '' }
}

function isComplete(input: ResponseInput): input is CompleteInput {
  return input.choice !== undefined
}

function isSame(one: ResponseInput | null, other: ResponseInput) {
  return one !== null && one.choice === other.choice && one.remark.trim() === other.remark.trim()
}

/** An ended review has the same error code with other details. */
function isResponseConflict(details: unknown): details is ReviewResponseConflict {
  const { sent, current } = (details ?? {}) as Partial<ReviewResponseConflict>
  return sent !== undefined && (current === null || current?.statement_id !== undefined)
}
