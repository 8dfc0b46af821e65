import { createFileRoute, Outlet } from '@tanstack/react-router'
import { enterPrivate } from '#features/identity/session/session-guards.ts'

export const Route = createFileRoute('/_private')({
  beforeLoad: enterPrivate,
  component: PrivateArea,
})

/** Another user, signed in from another tab, gets new components, so that nothing of the earlier one stays on screen. */
function PrivateArea() {
  const userId = Route.useRouteContext({ select: ({ user }) => user.id })
  return <Outlet key={userId} />
}
