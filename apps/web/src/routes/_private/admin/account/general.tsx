import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { lenient, someText } from '#core/lenient.ts'
import { ConfirmEmail } from '#features/settings/confirm-email.tsx'
import { EmailSection } from '#features/settings/email-section.tsx'
import { ProfileForm } from '#features/settings/profile-form.tsx'

const Appearance = lazyPart(() => import('#features/settings/appearance.tsx'), 'Appearance')

const OwnData = lazyPart(() => import('#features/settings/own-data.tsx'), 'OwnData')

export const Route = createFileRoute('/_private/admin/account/general')({
  /** `confirm`: the signature from the confirmation email. */
  validateSearch: lenient({ confirm: someText }),
  head: () => ({ meta: [{ title: 'General' }] }),
  loader: ({ context }) => context.queryClient.ensureQueryData(api.identities.list.query()),
  component: GeneralPage,
})

function GeneralPage() {
  const { confirm } = Route.useSearch()
  return (
    <>
      {confirm && <ConfirmEmail signature={confirm} />}
      <ProfileForm />
      <EmailSection />
      <Suspense>
        <Appearance />
      </Suspense>
      <Suspense>
        <OwnData />
      </Suspense>
    </>
  )
}
