import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_private/admin/users/$id/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/admin/users/$id/main-details', params, replace: true })
  },
})
