import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '#features/frames/about/privacy-page.tsx'

export const Route = createFileRoute('/privacy')({
  head: () => ({ meta: [{ title: 'Privacy' }] }),
  component: PrivacyPage,
})
