import { createFileRoute } from '@tanstack/react-router'
import { HelpPage } from '#features/frames/about/help-page.tsx'

export const Route = createFileRoute('/help')({
  head: () => ({ meta: [{ title: 'Help' }] }),
  component: HelpPage,
})
