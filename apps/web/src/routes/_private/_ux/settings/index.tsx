import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api } from '#core/api.ts'
import { lenient, someText } from '#core/lenient.ts'
import { Page, PageHead } from '#ui/page.tsx'
import { ConfirmEmail } from './-confirm-email.tsx'
import { EmailSection } from './-email-section.tsx'
import { PasswordForm } from './-password-form.tsx'
import { ProfileForm } from './-profile-form.tsx'
import { Sessions } from './-sessions.tsx'

const Appearance = lazy(() =>
  import('./-appearance.tsx').then((module) => ({ default: module.Appearance })),
)
const TwoStep = lazy(() =>
  import('./-two-step.tsx').then((module) => ({ default: module.TwoStep })),
)

export const Route = createFileRoute('/_private/_ux/settings/')({
  /** `confirm`: the signature of the mail to a new e-mail address. */
  validateSearch: lenient({ confirm: someText }),
  head: () => ({ meta: [{ title: 'Settings' }] }),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(api.auth.sessions.query()),
      queryClient.ensureQueryData(api.mfa.status.query()),
    ]),
  component: SettingsPage,
})

function SettingsPage() {
  const { confirm } = Route.useSearch()
  return (
    <Page width="reading" className="pt-12">
      <PageHead title="Settings" />
      {confirm && <ConfirmEmail signature={confirm} />}
      <ProfileForm />
      <EmailSection />
      <PasswordForm />
      <Suspense fallback={<div className="h-48" />}>
        <TwoStep />
      </Suspense>
      <Suspense fallback={<div className="h-64" />}>
        <Appearance />
      </Suspense>
      <Sessions />
    </Page>
  )
}
