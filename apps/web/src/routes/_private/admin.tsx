import { createFileRoute, notFound } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { can, isCompanyAdmin } from '#core/can.ts'
import { requireReady } from '#features/identity/session/session-guards.ts'
import { AdminFrame } from '#features/frames/admin/admin-frame.tsx'
import { OopsNotFound } from '#features/frames/admin/oops-not-found.tsx'

export const Route = createFileRoute('/_private/admin')({
  beforeLoad: ({ context, location }) => {
    if (!can(context.user, 'access-to-admin-area')) throw notFound()
    requireReady(context, location)
  },
  // So that the sidebar doesn't grow when they arrive.
  loader: ({ context: { queryClient, user } }) =>
    isCompanyAdmin(user) && queryClient.prefetchQuery(api.tenants.choices.query()),
  head: () => ({ meta: [{ title: 'Admin' }] }),
  component: AdminFrame,
  notFoundComponent: OopsNotFound,
})
