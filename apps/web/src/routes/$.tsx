import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '#features/frames/not-found-page.tsx'

export const Route = createFileRoute('/$')({
  head: () => ({ meta: [{ title: 'Page not found' }] }),
  component: NotFoundPage,
})
