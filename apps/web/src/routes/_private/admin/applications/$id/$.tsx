import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any other tab leads to the first one. */
export const Route = createFileRoute('/_private/admin/applications/$id/$')({
  beforeLoad: ({ params: { id } }) => {
    throw redirect({ to: '/admin/applications/$id/main', params: { id }, replace: true })
  },
})
