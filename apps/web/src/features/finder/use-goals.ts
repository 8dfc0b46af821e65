import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Found } from 'contract/find'
import { searchNorm } from 'contract/search-norm'
import { useEffect, useState } from 'react'
import { api } from '#core/api.ts'
import { partOfText } from '#features/data-table/list-search.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'
import { adminPages } from '#features/shell/admin-pages.ts'
import { useRecent, type Goal } from './recent.ts'

/** After the last key, before the server is asked. */
const A_PAUSE = 200

export interface GoalGroup {
  title: string
  goals: Goal[]
}

export function useGoals(typed: string) {
  const wanted = partOfText(typed) ?? ''
  const text = useSettled(wanted)
  const tenant = useTenant()
  const pages = usePages(wanted)
  const recent = useOwnRecent()
  const { data, isFetching, isError, refetch } = useQuery({
    ...api.find.anything.query({ query: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    retry: 1,
  })
  if (wanted === '') {
    const groups = [
      { title: 'Opened lately', goals: recent },
      { title: 'Pages', goals: pages },
    ]
    return { groups: groups.filter(isFilled), isBusy: false, isError: false, refetch }
  }
  const isBusy = isFetching || text !== wanted
  const found = data && text !== '' ? groupsOf(data, tenant.is_platform) : []
  const shown = isBusy ? found.map((group) => fitting(group, wanted)) : found
  return {
    groups: [{ title: 'Pages', goals: pages }, ...shown].filter(isFilled),
    isBusy,
    isError,
    refetch,
  }
}

function useSettled(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), A_PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function usePages(text: string): Goal[] {
  const pages = adminPages(useUser(), useTenant().is_platform).flat()
  return pages
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
    .map(({ to, label }) => ({ to, label, kind: 'page' }))
}

function useOwnRecent() {
  const { id } = useUser()
  const { userId, goals } = useRecent()
  return userId === id ? goals : []
}

function groupsOf(
  { users, admin_users, organisations, content_sets }: Found,
  isPlatform: boolean,
): GoalGroup[] {
  return [
    {
      title: 'Organisations',
      goals: organisations.map(({ id, name, domain }) => ({
        to: isPlatform ? `/admin/applications/${id}/main` : '/admin/organisation',
        label: name,
        detail: domain,
        kind: 'organisation',
      })),
    },
    {
      title: 'Access',
      goals: admin_users.map(({ id, name, email }) => ({
        to: `/admin/admin-users/${id}`,
        label: name,
        detail: email,
        kind: 'user',
      })),
    },
    {
      title: 'Users',
      goals: users.map(({ id, name, email, tenant }) => ({
        to: `/admin/users/${id}/main-details`,
        label: name,
        detail: isPlatform ? `${email}, ${tenant}` : email,
        kind: 'user',
      })),
    },
    {
      title: 'Content sets',
      goals: content_sets.map(({ id, title, tenant }) => ({
        to: `/admin/content-sets/${id}`,
        label: title,
        detail: isPlatform ? tenant : '',
        kind: 'content-set',
      })),
    },
  ]
}

/** Of what was found for the letters before, what fits those typed since: Enter must not open anything else. */
function fitting({ title, goals }: GoalGroup, typed: string): GoalGroup {
  const part = searchNorm(typed)
  return {
    title,
    goals: goals.filter(({ label, detail = '' }) =>
      searchNorm(`${label}\n${detail}`).includes(part),
    ),
  }
}

function isFilled({ goals }: GoalGroup) {
  return goals.length > 0
}
