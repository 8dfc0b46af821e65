import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Plan, PlannedAction } from 'contract/plan'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { failureToast, showToast } from '#core/toast.ts'

export function planQuery(assessmentId: number) {
  return api.plan.list.query({ params: { id: assessmentId } })
}

/** Shows what has changed, here and on the overview. */
export function useShowPlan(assessmentId: number) {
  const queryClient = useQueryClient()
  return async (change: (actions: readonly PlannedAction[]) => PlannedAction[]) => {
    queryClient.setQueryData(
      planQuery(assessmentId).queryKey,
      (plan: Plan | undefined) => plan && { ...plan, actions: change(plan.actions) },
    )
    await queryClient.invalidateQueries({ queryKey: api.assessments.overview.key })
  }
}

/** Loads the plan again, because someone else has changed it. */
export function useReloadPlan(assessmentId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = planQuery(assessmentId)
  return () => void queryClient.invalidateQueries({ queryKey })
}

type Added = Pick<PlannedAction, 'statement_key' | 'title' | 'note'> &
  Partial<Pick<PlannedAction, 'due_on' | 'status'>> & { owner_id?: number | null }

/** Adds actions, and offers to undo it. */
export function useAddActions(assessmentId: number) {
  const reload = useReloadPlan(assessmentId)
  const remove = useMutation({
    mutationFn: (actions: readonly PlannedAction[]) => removeAll(assessmentId, actions),
    onSettled: reload,
    onError: failureToast('Nothing was removed'),
  })
  return useMutation({
    mutationFn: (actions: readonly Added[]) =>
      api.plan.add.call({
        params: { id: assessmentId },
        body: {
          actions: actions.map((action) => ({
            owner_id: null,
            due_on: null,
            ...action,
            key: crypto.randomUUID(),
          })),
        },
      }),
    onSuccess: ({ actions, warning }) => {
      reload()
      showToast({
        variant: 'success',
        title: plural(actions.length, {
          one: 'Added to the plan',
          other: '# actions added to the plan',
        }),
        description: warning ?? undefined,
        action: { label: 'Undo', onClick: () => remove.mutate(actions) },
      })
    },
    onError: failureToast('Nothing was added to the plan'),
  })
}

async function removeAll(id: number, actions: readonly PlannedAction[]) {
  const ids = actions.map((action) => action.id)
  return await api.plan.remove.call({ params: { id }, body: { ids } })
}

/** Removes actions, and offers to undo it. */
export function useRemoveActions(assessmentId: number) {
  const reload = useReloadPlan(assessmentId)
  const show = useShowPlan(assessmentId)
  const restore = useMutation({
    mutationFn: (actions: readonly PlannedAction[]) =>
      api.plan.add.call({
        params: { id: assessmentId },
        body: { actions: actions.map(asNew), restores: true },
      }),
    onSettled: reload,
    onError: (error, { length }) =>
      failureToast(length === 1 ? 'The action was not restored' : 'The actions were not restored')(
        error,
      ),
  })
  return useMutation({
    mutationFn: (actions: readonly PlannedAction[]) => removeAll(assessmentId, actions),
    onSuccess: async (answer, chosen) => {
      const ids = new Set(chosen.map(({ id }) => id))
      // Others may have removed some before; they stay removed.
      const removed = chosen.filter(({ id }) => answer.removed.includes(id))
      await show((actions) => actions.filter(({ id }) => !ids.has(id)))
      showToast({
        variant: 'success',
        title: plural(removed.length, { one: 'Action removed', other: '# actions removed' }),
        action: { label: 'Undo', onClick: () => restore.mutate(removed) },
      })
    },
    onError: (error) => {
      failureToast('Nothing was removed')(error)
      reload()
    },
  })
}

function asNew({ owner, needs_person, ...action }: PlannedAction) {
  const { statement_key, title, due_on, status, note } = action
  return {
    key: crypto.randomUUID(),
    statement_key,
    title,
    // Who has left can't get it back.
    owner_id: needs_person ? null : (owner?.id ?? null),
    due_on,
    status,
    note,
  }
}
