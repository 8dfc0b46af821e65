import { createFileRoute, notFound } from '@tanstack/react-router'

/** Otherwise the root's catch-all route would replace the admin area's not-found view. */
export const Route = createFileRoute('/_private/admin/$')({
  beforeLoad: () => {
    throw notFound()
  },
})
