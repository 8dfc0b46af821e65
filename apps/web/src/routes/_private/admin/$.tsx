import { createFileRoute, notFound } from '@tanstack/react-router'

/** Without this the root's catch-all would take the admin area's not-found view. */
export const Route = createFileRoute('/_private/admin/$')({
  beforeLoad: () => {
    throw notFound()
  },
})
