import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { formatDate } from '#core/time.ts'
import { useTenant } from '#features/session/tenant.ts'
import { useUser } from '#features/session/user.ts'
import type { AttentionItem } from './attention-row.tsx'

export function useWaitingReviews(): AttentionItem | null {
  const mayCertify = can(useUser(), 'certify-assessments')
  const isPlatform = useTenant().is_platform
  const { data } = useQuery({
    ...api.reviews.list.query({ query: { limit: 1 } }),
    enabled: mayCertify && isPlatform,
  })
  const oldest = data?.rows[0]
  if (!data || !oldest) return null
  const { total } = data
  return {
    Icon: ClipboardCheck,
    title: `${total} ${total === 1 ? 'assessment waits' : 'assessments wait'} for review`,
    note: `${oldest.organisation.name}, submitted on ${formatDate(oldest.submitted_at)}`,
    way: { label: 'Review', to: '/admin/reviews' },
  }
}
