import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FindResult } from 'contract/find'
import { searchNorm } from 'contract/search-norm'
import { create } from 'zustand'
import { api } from '#core/api.ts'
import { isTooSlow } from '#core/api-error.ts'
import { can } from '#core/can.ts'
import { useDebounced } from '#core/debounced.ts'
import { searchText } from '#features/lists/list-search.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { useAdminPages } from './admin-pages.ts'
import type { FinderGroup, FinderItem } from '#support/finder-dialog.tsx'

const MOST = 5

/** What the user opened last. In memory only, because it contains names. */
const useRecent = create<{ userId: number; items: FinderItem[] }>(() => ({
  userId: 0,
  items: [],
}))

export function remember(userId: number, item: FinderItem) {
  useRecent.setState((state) => {
    const known = state.userId === userId ? state.items : []
    return { userId, items: [item, ...known.filter(({ to }) => to !== item.to)].slice(0, MOST) }
  })
}

export function useFinderItems(typed: string) {
  const search = searchText(typed) ?? ''
  const text = useDebounced(search)
  const tenant = useTenant()
  const pages = usePages(search)
  const recent = useOwnRecent()
  const { data, isFetching, error, refetch } = useQuery({
    ...api.find.anything.query({ query: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    retry: (failures, failure) => failures < 1 && !isTooSlow(failure),
  })
  if (search === '') {
    const groups = [
      { title: 'Recently opened', items: recent },
      { title: 'Pages', items: pages },
    ]
    return { groups: groups.filter(isFilled), isBusy: false, failure: undefined, refetch }
  }
  const isBusy = isFetching || text !== search
  const found = data && text !== '' ? groupsOf(data, tenant.is_platform) : []
  const shown = isBusy ? found.map((group) => matching(group, search)) : found
  return {
    groups: [{ title: 'Pages', items: pages }, ...shown].filter(isFilled),
    isBusy,
    failure: error ? failureOf(error) : undefined,
    refetch,
  }
}

function failureOf(error: Error) {
  return isTooSlow(error) ? error.message : 'The search failed.'
}

const SENT_MAILS = { to: '/admin/audit/sent-mails', label: 'Sent emails' }

function usePages(text: string): FinderItem[] {
  const user = useUser()
  const pages = useAdminPages().flat()
  // A page below the audit log, so the sidebar doesn't list it.
  const below = can(user, 'create-users') ? [SENT_MAILS] : []
  return [...pages, ...below]
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
    .map(({ to, label }) => ({ to, label, kind: 'page' }))
}

function useOwnRecent() {
  const { id } = useUser()
  const { userId, items } = useRecent()
  return userId === id ? items : []
}

function groupsOf(
  { users, admin_users, organisations, content_sets }: FindResult,
  isPlatform: boolean,
): FinderGroup[] {
  return [
    {
      title: 'Organisations',
      items: organisations.map(({ id, name, domain }) => ({
        to: isPlatform ? `/admin/applications/${id}/main` : '/admin/organisation',
        label: name,
        detail: domain,
        kind: 'organisation',
      })),
    },
    {
      title: 'Access',
      items: admin_users.map(({ id, name, email }) => ({
        to: `/admin/admin-users/${id}`,
        label: name,
        detail: email,
        kind: 'user',
      })),
    },
    {
      title: 'Users',
      items: users.map(({ id, name, email, tenant }) => ({
        to: `/admin/users/${id}/main-details`,
        label: name,
        detail: isPlatform ? `${email}, ${tenant}` : email,
        kind: 'user',
      })),
    },
    {
      title: 'Content sets',
      items: content_sets.map(({ id, title, language, tenant }) => ({
        to: `/admin/content-sets/${id}`,
        label: title,
        language,
        detail: isPlatform ? tenant : '',
        kind: 'content-set',
      })),
    },
  ]
}

/** Filters the previous results while the new ones load, so that Enter opens only a match. */
function matching({ title, items }: FinderGroup, typed: string): FinderGroup {
  const part = searchNorm(typed)
  return {
    title,
    items: items.filter(({ label, detail = '' }) =>
      searchNorm(`${label}\n${detail}`).includes(part),
    ),
  }
}

function isFilled({ items }: FinderGroup) {
  return items.length > 0
}
