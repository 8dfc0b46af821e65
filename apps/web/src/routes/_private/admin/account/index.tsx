import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_private/admin/account/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/account/general', replace: true })
  },
})
