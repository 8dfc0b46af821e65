import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { Appearance } from '#features/settings/appearance.tsx'
import { EmailSection } from '#features/settings/email-section.tsx'
import { ProfileForm } from '#features/settings/profile-form.tsx'

export const Route = createFileRoute('/_private/admin/account/general')({
  head: () => ({ meta: [{ title: 'General' }] }),
  loader: ({ context }) => context.queryClient.ensureQueryData(api.identities.list.query()),
  component: GeneralPage,
})

function GeneralPage() {
  return (
    <>
      <ProfileForm />
      <EmailSection />
      <Appearance />
    </>
  )
}
