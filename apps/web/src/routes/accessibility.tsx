import { createFileRoute } from '@tanstack/react-router'
import { AccessibilityPage } from '#features/frames/about/accessibility-page.tsx'

export const Route = createFileRoute('/accessibility')({
  head: () => ({ meta: [{ title: 'Accessibility' }] }),
  component: AccessibilityPage,
})
