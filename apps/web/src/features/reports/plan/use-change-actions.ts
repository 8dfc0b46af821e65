import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ActionConflict, PlannedAction } from 'contract/plan'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { failureToast } from '#core/toast.ts'
import { planQuery, useReloadPlan, useShowPlan } from './plan-query.ts'

export interface Change {
  title?: string
  owner_id?: number | null
  due_on?: string | null
  status?: PlannedAction['status']
  note?: string
}

export interface Changing {
  actions: readonly PlannedAction[]
  change: Change
}

/** One action that someone else has changed, and what the user wanted. */
export interface Conflict {
  action: PlannedAction
  change: Change
  message: string
}

export type ChangeActions = ReturnType<typeof useChangeActions>

/** Changes planned actions, all or none. What someone else has changed is asked about. */
export function useChangeActions(assessmentId: number) {
  const show = useShowPlan(assessmentId)
  const reload = useReloadPlan(assessmentId)
  const queryClient = useQueryClient()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const mutation = useMutation({
    // One after the other, so that a user's own changes don't meet.
    scope: { id: `plan-${assessmentId}` },
    mutationFn: ({ actions, change }: Changing) =>
      api.plan.change.call({
        params: { id: assessmentId },
        body: { actions: withVersions(actions, seenIn(queryClient, assessmentId)), ...change },
      }),
    onSuccess: async ({ actions: changed }) => {
      setConflict(null)
      const now = new Map(changed.map((action) => [action.id, action]))
      await show((actions) => actions.map((action) => now.get(action.id) ?? action))
    },
    onError: (error, { actions, change }) => {
      const stale = staleIn(error)
      reload()
      if (stale && actions.length === 1)
        setConflict({ action: stale, change, message: error.message })
      else if (!hasCode(error, 'invalid-input') || change.title === undefined)
        failureToast('Nothing was changed')(error)
    },
  })
  return {
    ...mutation,
    conflict,
    /** About an action that was loaded again, while the user typed, with what someone else has changed. */
    ask: (action: PlannedAction, change: Change) =>
      setConflict({ action, change, message: CHANGED_BY_OTHERS }),
    closeConflict: () => setConflict(null),
  }
}

const CHANGED_BY_OTHERS = 'Someone else has changed this action since you opened it.'

/** What the page shows by the time of the change, which may be the answer to the change before. */
function seenIn(queryClient: QueryClient, assessmentId: number) {
  return queryClient.getQueryData(planQuery(assessmentId).queryKey)?.actions ?? []
}

function withVersions(actions: readonly PlannedAction[], seen: readonly PlannedAction[]) {
  const versions = new Map(seen.map(({ id, version }) => [id, version]))
  return actions.map(({ id, version }) => ({
    id,
    version: Math.max(version, versions.get(id) ?? version),
  }))
}

/** What someone else has changed, if that is why a change was refused. */
export function staleIn(error: Error): PlannedAction | undefined {
  if (!hasCode(error, 'conflict')) return undefined
  const { actions } = (error.details ?? { actions: [] }) as ActionConflict
  return actions[0]
}
