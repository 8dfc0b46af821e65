import { isolated } from '#core/isolated.ts'
import { formatList, plural } from 'rules/plural'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedAccount, UsersChangeBody } from 'contract/users'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { showFailure, showSuccess, showToast } from '#core/toast.ts'
import { invalidate } from '#core/invalidate.ts'
import { inSequence } from '#features/people/sequential.ts'

export const USERS = { one: '# user', other: '# users' }

const DONE = {
  activate: { one: '# user activated', other: '# users activated' },
  deactivate: { one: '# user deactivated', other: '# users deactivated' },
  'set-roles': { one: 'Role changed for # user', other: 'Role changed for # users' },
}

type Change = Omit<UsersChangeBody, 'ids'>
type Shown = Pick<ListedAccount, 'id' | 'name' | 'is_active' | 'roles'>

/**
 * Changes the users; a deactivation can be undone in the toast. Users who already have the new value are skipped.
 * `isOne`: the toast shows the user's name.
 */
export function useChangeUsers(users: readonly Shown[], isOne = false) {
  const refresh = useRefreshUsers()
  const undo = useUndoDeactivation()
  const name = isOne ? users[0]?.name : undefined
  const showError = useShowError()
  return useMutation({
    mutationFn: async (change: Change) => {
      const ids = users.filter((one) => !isDone(one, change)).map(({ id }) => id)
      if (ids.length === 0) return { ids, without_admin: [] }
      return await api.users.changeSeveral.call({ body: { ...change, ids } })
    },
    onSuccess: async ({ ids, without_admin }, { change }) => {
      const changed = users.filter(({ id }) => ids.includes(id))
      showToast({
        variant: 'success',
        title: ids.length === 0 ? 'No changes needed' : doneText(change, ids.length, name),
        description: withoutAdminText(without_admin),
        action:
          change === 'deactivate' && ids.length > 0
            ? { label: 'Undo', onClick: () => undo.mutate(changed) }
            : undefined,
      })
      await refresh()
    },
    onError: (error) => showError(error, 'The change was not saved', users.length),
  })
}

function isDone(user: Shown, { change, roles }: Change) {
  if (change !== 'set-roles') return user.is_active === (change === 'activate')
  return user.roles.join() === roles?.join()
}

export function withoutAdminText(organisations: readonly string[]) {
  if (organisations.length === 0) return undefined
  const names = formatList(organisations.map(isolated))
  return organisations.length === 1
    ? `${names} now has no active admin. Make another user an admin.`
    : `${names} now have no active admins. Make another user an admin in each.`
}

const NOT_REACTIVATED = {
  one: 'The user was not reactivated',
  other: 'The users were not reactivated',
}

type Named = Pick<Shown, 'id' | 'name'>

/** Activates the users again and names those who no longer exist. */
function useUndoDeactivation() {
  const refresh = useRefreshUsers()
  const showError = useShowError()
  return useMutation({
    mutationFn: async (users: readonly Named[]) => {
      try {
        await activate(users)
        return []
      } catch (error) {
        // The server changes all or none, so try the users in series.
        if (!hasCode(error, 'not-found') || users.length === 1) throw error
        const { failed } = await inSequence(users, (one) => activate([one]))
        if (failed.length === users.length) throw error
        return failed.map(({ one }) => one)
      }
    },
    onSuccess: async (failed, users) => {
      showUndone(users, failed)
      await refresh()
    },
    onError: (error, { length }) => showError(error, plural(length, NOT_REACTIVATED), length),
  })
}

function useShowError() {
  const showRemoved = useRemovedConflict()
  return async (error: Error, title: string, count: number) => {
    if (!(await showRemoved(error, title, count))) showFailure(title, error.message)
  }
}

async function activate(users: readonly Named[]) {
  await api.users.changeSeveral.call({
    body: { ids: users.map(({ id }) => id), change: 'activate' },
  })
}

function showUndone(users: readonly Named[], failed: readonly Named[]) {
  const name = users.length === 1 ? users[0]?.name : undefined
  const done = doneText('activate', users.length - failed.length, name)
  if (failed.length === 0) return showSuccess(done)
  const names = formatList(failed.map(({ name: failedName }) => isolated(failedName)))
  const gone = plural(failed.length, {
    one: 'This account no longer exists.',
    other: 'These accounts no longer exist.',
  })
  return showFailure(`We could not activate ${names}`, `${gone} ${done}.`)
}

function useRefreshUsers() {
  const queryClient = useQueryClient()
  return async () => {
    await invalidate(queryClient, [api.users.list.key, api.users.get.key])
  }
}

/** The server changes all users or none. If one no longer exists, shows a toast and refreshes the list. */
export function useRemovedConflict() {
  const queryClient = useQueryClient()
  return async (failure: Error, title: string, count: number) => {
    if (!hasCode(failure, 'not-found')) return false
    const description = plural(count, {
      one: 'This user no longer exists.',
      other: 'Some selected users no longer exist. The list is now up to date. Try again.',
    })
    showFailure(title, description)
    await invalidate(queryClient, [api.users.list.key, api.tenants.get.key])
    return true
  }
}

function doneText(change: keyof typeof DONE, count: number, user: string | undefined) {
  if (user === undefined) return plural(count, DONE[change])
  const name = isolated(user)
  if (change === 'set-roles') return `Role changed for ${name}`
  return change === 'activate' ? `${name} activated` : `${name} deactivated`
}
