import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { lenient, someText } from '#core/lenient.ts'
import { Page, PageHead } from '#ui/page.tsx'
import { EmailSection } from '#features/identity/account/email-section.tsx'
import { PasswordSection } from '#features/identity/account/password-section.tsx'
import { ProfileForm } from '#features/identity/account/profile-form.tsx'

const ConfirmEmail = lazyPart(
  () => import('#features/identity/account/confirm-email.tsx'),
  'ConfirmEmail',
)
const LinkOutcome = lazyPart(
  () => import('#features/identity/account/link-outcome.tsx'),
  'LinkOutcome',
)
const Appearance = lazyPart(() => import('#features/identity/account/appearance.tsx'), 'Appearance')
const MailChoices = lazyPart(
  () => import('#features/identity/account/mail-choices.tsx'),
  'MailChoices',
)
const OwnData = lazyPart(() => import('#features/identity/account/own-data.tsx'), 'OwnData')
const Sessions = lazyPart(() => import('#features/identity/account/sessions.tsx'), 'Sessions')
const SignInMethods = lazyPart(
  () => import('#features/identity/account/sign-in-methods.tsx'),
  'SignInMethods',
)
const TwoStep = lazyPart(() => import('#features/identity/account/two-step.tsx'), 'TwoStep')

export const Route = createFileRoute('/_private/_ux/settings/')({
  /** `confirm`: the signature from the confirmation email. `link`: the outcome of linking. */
  validateSearch: lenient({ confirm: someText, link: someText }),
  head: () => ({ meta: [{ title: 'Settings' }] }),
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(api.auth.sessions.query()),
      queryClient.ensureQueryData(api.mfa.status.query()),
      queryClient.ensureQueryData(api.identities.list.query()),
    ]),
  component: SettingsPage,
})

function SettingsPage() {
  const { confirm, link } = Route.useSearch()
  return (
    <Page width="reading" className="pt-12">
      <PageHead title="Settings" />
      <Suspense>
        {confirm && <ConfirmEmail signature={confirm} />}
        {link && <LinkOutcome outcome={link} />}
      </Suspense>
      <ProfileForm />
      <EmailSection />
      <PasswordSection />
      <Suspense fallback={<div className="h-64" />}>
        <SignInMethods />
      </Suspense>
      <Suspense fallback={<div className="h-48" />}>
        <TwoStep />
      </Suspense>
      <Suspense fallback={<div className="h-64" />}>
        <Appearance />
      </Suspense>
      <Suspense fallback={<div className="h-64" />}>
        <MailChoices />
      </Suspense>
      <Suspense fallback={<div className="h-64" />}>
        <Sessions />
      </Suspense>
      <Suspense fallback={<div className="h-48" />}>
        <OwnData />
      </Suspense>
    </Page>
  )
}
