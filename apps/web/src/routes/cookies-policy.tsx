import { createFileRoute } from '@tanstack/react-router'
import { useConsent, withdrawConsent } from '#features/consent/consent.ts'
import { CookieTable } from '#features/consent/cookie-table.tsx'
import { SiteFrame } from '#features/shell/site-frame.tsx'
import { Button } from '#ui/button.tsx'
import { Page, PageHead } from '#ui/page.tsx'

export const Route = createFileRoute('/cookies-policy')({
  head: () => ({ meta: [{ title: 'Cookies policy' }] }),
  component: CookiesPolicyPage,
})

const CHOICE = {
  all: 'You agreed to all cookies.',
  necessary: 'You agreed to the necessary cookies only.',
} as const

function CookiesPolicyPage() {
  const consent = useConsent((state) => state.consent)
  return (
    <SiteFrame>
      <Page width="reading" className="pt-12 text-16 text-subtle-foreground">
        <PageHead
          title={<span className="text-foreground">Cookies policy</span>}
          meta="What Waymark keeps in your browser, and why."
        />
        <p>
          Waymark keeps only what it needs to sign you in, to keep your work safe and to remember
          how you like it. It measures nothing, shows no advertising and passes nothing on to
          anybody.
        </p>
        <CookieTable />
        <h2 className="mt-10 text-21 font-semibold text-foreground">Your choice</h2>
        <p className="mt-2">
          Everything above is necessary or chosen by you, so today both choices come to the same.
          Should we ever measure which pages people use, only those who chose “Accept all” would be
          counted. {consent !== null && CHOICE[consent]}
        </p>
        {consent !== null && (
          <Button variant="outline" className="mt-4" onClick={withdrawConsent}>
            Choose again
          </Button>
        )}
        <h2 className="mt-10 text-21 font-semibold text-foreground">Removing it</h2>
        <p className="mt-2">
          Signing out removes what identifies you. Your browser&apos;s settings remove the rest;
          answers that wait on your device for a connection would be lost with it.
        </p>
      </Page>
    </SiteFrame>
  )
}
