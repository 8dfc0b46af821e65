import { useQueryClient } from '@tanstack/react-query'
import type { Quiz, SavedResponse } from 'contract/assessments'
import { useEffect } from 'react'
import { api } from '#core/api.ts'

/**
 * The assessment may have moved to another edition since its page was read. What is said on the page is saved all the
 * same, and its answer names the statement set of now: then the page is read anew.
 */
export function useMovedEdition(quiz: Quiz, rows: readonly SavedResponse[]) {
  const queryClient = useQueryClient()
  const own = new Set(quiz.statements.map(({ id }) => id))
  const hasMoved =
    rows.some((row) => own.has(row.statement_id) && row.statement_set_id !== quiz.id) ||
    quiz.attachments.some((file) => !own.has(file.statement_id))
  useEffect(() => {
    if (!hasMoved) return
    for (const { key } of [api.assessments.quiz, api.assessments.overview])
      void queryClient.invalidateQueries({ queryKey: key })
  }, [hasMoved, queryClient])
}
