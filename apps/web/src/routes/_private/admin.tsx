import { createFileRoute, notFound } from '@tanstack/react-router'
import { can } from '#core/can.ts'
import { requireReady } from '#features/session/guards.ts'
import { AdminFrame } from '#features/shell/admin-frame.tsx'
import { OopsNotFound } from '#features/shell/oops-not-found.tsx'

export const Route = createFileRoute('/_private/admin')({
  beforeLoad: ({ context, location }) => {
    if (!can(context.user, 'access-to-admin-area')) throw notFound()
    requireReady(context, location)
  },
  head: () => ({ meta: [{ title: 'Admin' }] }),
  component: AdminFrame,
  notFoundComponent: OopsNotFound,
})
