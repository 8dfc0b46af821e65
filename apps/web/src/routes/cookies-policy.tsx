import { createFileRoute } from '@tanstack/react-router'
import { CookieTable } from '#features/frames/consent/cookie-table.tsx'
import { SiteFrame } from '#features/frames/site-frame.tsx'
import { Page, PageHead } from '#ui/page.tsx'

export const Route = createFileRoute('/cookies-policy')({
  head: () => ({ meta: [{ title: 'Cookies policy' }] }),
  component: CookiesPolicyPage,
})

function CookiesPolicyPage() {
  return (
    <SiteFrame>
      <Page width="reading" className="pt-12 text-16 text-subtle-foreground">
        <PageHead
          title={<span className="text-foreground">Cookies policy</span>}
          meta="What Waymark stores in your browser, and why"
        />
        <p>
          Waymark stores only what it needs to sign you in, to protect your work and to remember
          your settings. Waymark uses no analytics or advertising. No data is shared with third
          parties.
        </p>
        <CookieTable />
        <h2 className="mt-10 text-21 font-semibold text-foreground">Your choice</h2>
        <p className="mt-2">
          You don’t need to choose anything, because Waymark stores only necessary data and your own
          settings. If we add analytics, we’ll ask you first.
        </p>
        <h2 className="mt-10 text-21 font-semibold text-foreground">Removing stored data</h2>
        <p className="mt-2">
          Signing out removes the data that keeps you signed in. You can remove the rest in your
          browser’s settings. Either way, you’ll lose any unsaved changes.
        </p>
      </Page>
    </SiteFrame>
  )
}
