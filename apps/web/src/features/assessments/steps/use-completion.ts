import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Quiz } from 'contract/assessments'
import { useEffect, useRef, useState } from 'react'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { showSuccess, showToast } from '#core/toast.ts'
import { isolated } from '#core/isolated.ts'
import { useUser } from '#core/user.ts'
import { invalidate } from '#core/invalidate.ts'
import { queueCompletedElement } from '#features/assessments/completed-element.ts'
import { countAnswers } from '#features/assessments/outbox/outbox-change.ts'
import { REFUSED } from '#features/assessments/outbox/send-first.ts'
import { type MissingAnswers, missingAnswers } from '#features/assessments/answering/progress.ts'
import { useOverviewSearch } from '#features/assessments/player/use-overview-search.ts'
import type { Player } from '#features/assessments/player/use-player.ts'

type Completed = Awaited<ReturnType<typeof api.assessments.complete.call>>

export function useCompletion(player: Player, onShow: (index: number) => void) {
  const { quiz, changes, outbox } = player
  const { id } = quiz.assessment
  const queryClient = useQueryClient()
  const finish = useFinishElement(player)
  const tell = useTellDone(player)
  const mounted = useRef<AbortController>(undefined)
  const [problem, setProblem] = useState<string | null>(null)
  const [missing, setMissing] = useState<MissingAnswers | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    mounted.current = controller
    return () => controller.abort()
  }, [])

  const { mutate, isPending } = useMutation({
    mutationFn: async (signal: AbortSignal) => {
      if (!(await outbox.waitUntilSent(id, signal))) return null
      const params = { id, elementId: quiz.element.id }
      if (player.completes) return await api.assessments.complete.call({ params })
      await api.shared.done.call({ params })
      return 'told'
    },
    onError: (error) => setProblem(error.message),
    onSuccess: async (answer) => {
      if (answer === null) return setProblem(REFUSED)
      const { overview, quiz: quizzes } = api.assessments
      const stale = [overview.key, quizzes.key, api.reports.list.key, api.submissions.get.key]
      // An old overview would offer the element that was just completed.
      queryClient.removeQueries({ queryKey: overview.key, type: 'inactive' })
      await invalidate(queryClient, stale)
      await (answer === 'told' ? tell() : finish(answer))
    },
  })

  function complete() {
    const found = missingAnswers(quiz, player.answers, player.noteOf)
    const refused = changes.find((change) => change.refusal)
    const refusedIndex = quiz.statements.findIndex(
      (statement) => statement.id === refused?.statementId,
    )
    setMissing(found)
    setProblem(refused && !found ? REFUSED : null)
    if (found) return
    if (refusedIndex !== -1) onShow(refusedIndex)
    if (!refused && mounted.current) mutate(mounted.current.signal)
  }

  const waiting = plural(countAnswers(changes), {
    one: 'Waiting to send # answer before completing the element.',
    other: 'Waiting to send # answers before completing the element.',
  })
  const isWaiting = isPending && changes.length > 0
  return {
    complete,
    isCompleting: isPending,
    message: isWaiting ? waiting : problem,
    missing,
    dismiss: () => {
      setProblem(null)
      setMissing(null)
    },
  }
}

/** After an element is done, the next one that is assigned to the same user. */
function useTellDone({ quiz }: Player) {
  const navigate = useNavigate()
  const search = useOverviewSearch(quiz.assessment)
  const user = useUser()
  return async () => {
    const { shared, elements, assessment } = quiz
    showSuccess(
      'Element done',
      `${isolated(shared?.owner.name ?? '')} can see that the element is done.`,
    )
    const next = shared?.assignments.find(
      ({ element_id, person, done_at }) =>
        element_id !== quiz.element.id &&
        person?.id === user.id &&
        done_at === null &&
        elements.some(({ id, is_complete }) => id === element_id && !is_complete),
    )
    if (!next) return await navigate({ to: '/', search })
    await navigate({
      to: '/assessment/$id',
      params: { id: String(assessment.id) },
      search: { elementId: next.element_id },
    })
  }
}

function useFinishElement({ quiz }: Player) {
  const navigate = useNavigate()
  const search = useOverviewSearch(quiz.assessment)
  return async ({ status, is_report_pending }: Completed) => {
    queueCompletedElement(quiz.element.id)
    const next = status === 'completed' ? undefined : nextElement(quiz)
    if (next)
      return await navigate({
        to: '/assessment/$id',
        params: { id: String(quiz.assessment.id) },
        search: { elementId: next.id },
      })
    await navigate({ to: '/', search })
    if (status !== 'completed') return
    showToast({
      variant: 'success',
      title: 'All required elements are complete',
      description: is_report_pending
        ? 'Your action report is being created.'
        : 'Your answers didn’t change, so the action report stays the same.',
      action: {
        label: 'View action report',
        onClick: () => void navigate({ to: '/action-reports', search }),
      },
    })
  }
}

/** The required element that is not complete, after this one or from the start. */
function nextElement({ elements, element }: Quiz) {
  const at = elements.findIndex(({ id }) => id === element.id)
  return [...elements.slice(at + 1), ...elements.slice(0, at)].find(
    ({ is_required, is_complete }) => is_required && !is_complete,
  )
}
