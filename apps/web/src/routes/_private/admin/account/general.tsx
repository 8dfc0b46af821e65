import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { lenient, someText } from '#core/lenient.ts'
import { ConfirmEmail } from '#features/identity/account/confirm-email.tsx'
import { EmailSection } from '#features/identity/account/email-section.tsx'
import { ProfileForm } from '#features/identity/account/profile-form.tsx'

const Appearance = lazyPart(() => import('#features/identity/account/appearance.tsx'), 'Appearance')

const OwnData = lazyPart(() => import('#features/identity/account/own-data.tsx'), 'OwnData')

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
