import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { Notification, Notifications } from 'contract/notifications'
import { Bell as BellIcon } from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import { noticeText } from 'rules/notice-text'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { useBellTag } from '#core/bell-tag.ts'
import { cn } from '#ui/cn.ts'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { formatRecent } from '#core/time.ts'

const EVERY = 120_000

/** What happened to the user's parts of shared assessments. Who has none sees no bell. */
export function Bell({ userId }: { userId: number }) {
  const queryClient = useQueryClient()
  const queryKey = ['bell', userId]
  const tag = useBellTag((state) => state.tag)
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<Notifications>(queryKey)
      const answer = await api.notifications.list.call({ query: { seen: known?.tag } }, { signal })
      return answer ?? known ?? NONE
    },
    // The player's own request says when there is something new.
    refetchInterval: tag === null ? EVERY : false,
  })
  const { mutate: markRead } = useMutation({
    mutationFn: (ids: number[]) => api.notifications.read.call({ body: { ids } }),
    onSuccess: () => refetch(),
  })
  const router = useRouter()
  const known = data?.tag
  const compare = useEffectEvent((now: string | null) => {
    if (now !== null && known !== undefined && now !== known) void refetch()
  })
  useEffect(() => compare(tag), [tag])
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged }) => {
        if (pathChanged) void refetch()
      }),
    [router, refetch],
  )
  const list = data?.notifications ?? []
  const unread = list.filter((notice) => !notice.is_read)
  if (list.length === 0) return null
  return (
    <Menu
      modal={false}
      className="w-96 max-w-[calc(100vw-2rem)]"
      trigger={<Trigger count={unread.length} />}
      onOpenChange={(isOpen) => {
        if (!isOpen && unread.length > 0) markRead(unread.flatMap(({ ids }) => ids))
      }}
    >
      {list.map((notice) => (
        <Entry key={notice.ids.join()} notice={notice} />
      ))}
    </Menu>
  )
}

const NONE: Notifications = { tag: '', notifications: [] }

// Radix passes attributes that the button needs.
function Trigger({ count, ...attributes }: { count: number } & ComponentProps<'button'>) {
  const unread = plural(count, { one: '# unread notification', other: '# unread notifications' })
  return (
    <button
      type="button"
      {...attributes}
      className="relative order-first grid size-11 place-items-center rounded-md text-subtle-foreground hover:text-foreground"
    >
      <BellIcon className="size-5 stroke-[1.75]" />
      <span className="sr-only">{count === 0 ? 'Notifications' : unread}</span>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0.5 min-w-5 rounded-full border-2 border-card bg-primary px-1 text-center text-12 leading-4 font-semibold text-primary-foreground tabular-nums"
        >
          {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
        </span>
      )}
    </button>
  )
}

const MOST_COUNTED = 9

function Entry({ notice }: { notice: Notification }) {
  const { title, year, at, is_read: isRead } = notice
  return (
    <MenuItem asChild className="items-start">
      <Link {...placeOf(notice)}>
        <span
          aria-hidden="true"
          className={cn('mt-2 size-2 shrink-0 rounded-full', !isRead && 'bg-primary')}
        />
        <span className="min-w-0">
          <span className={cn('block', !isRead && 'font-semibold')}>
            {noticeText(notice)}
            {!isRead && <span className="sr-only">, unread</span>}
          </span>
          <span className="block text-13 text-muted-foreground">
            {`${title} ${year} · ${formatRecent(at)}`}
          </span>
        </span>
      </Link>
    </MenuItem>
  )
}

function placeOf(notice: Notification) {
  const {
    assessment_id: id,
    elements,
    email,
    report_id: reportId,
    statement_id: statement,
  } = notice
  const [element] = elements
  if (reportId !== null)
    return {
      to: '/action-reports/$reportId',
      params: { reportId: String(reportId) },
      search: { tab: 'plan' },
    } as const
  if (email !== null) return { to: '/admin/users', search: { invite: email } } as const
  if (element)
    return {
      to: '/assessment/$id',
      params: { id: String(id) },
      search: { elementId: element.id },
      ...(statement !== null && { hash: `statement-${statement}` }),
    } as const
  return withoutElement(notice)
}

/** Only certifications are approved and decided on. An element may be gone with a new edition. */
function withoutElement({ kind, year, set }: Notification) {
  if (kind === 'decided') return { to: '/certification', search: { year, set } } as const
  const isApproval = kind === 'approval' || kind === 'approved' || kind === 'refused'
  return { to: '/', search: { ...(isApproval && { type: 'certification' }), year, set } } as const
}
