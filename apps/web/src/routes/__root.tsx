import { createRootRouteWithContext, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { RouterContext } from '#core/router-context.ts'
import { useConsent } from '#features/consent/consent.ts'
import { useSuspension } from '#core/suspension.ts'
import { hasIdentity } from '#features/oidc/has-identity.ts'
import { SessionWatch } from '#features/session/session-watch.tsx'
import { tenantQuery, useScope, useTenant } from '#features/session/tenant.ts'
import { LazySuspendedPage } from '#features/shell/lazy-suspended-page.tsx'
import { SkipLink } from '#features/shell/skip-link.tsx'
import { StartupFailure } from '#features/shell/startup-failure.tsx'
import { useSys } from '#features/shell/sys.ts'
import { usePageFocus } from '#features/shell/use-page-focus.ts'
import { usePageTitle } from '#features/shell/use-page-title.ts'
import { LazyToaster } from '#features/toast/lazy-toaster.tsx'

const CookieBanner = lazy(() =>
  import('#features/consent/cookie-banner.tsx').then((m) => ({ default: m.CookieBanner })),
)
const StagingBanner = lazy(() =>
  import('#features/shell/staging-banner.tsx').then((m) => ({ default: m.StagingBanner })),
)

const IdentityWatch = lazy(() =>
  import('#features/oidc/identity-watch.tsx').then((m) => ({ default: m.IdentityWatch })),
)

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context }) => {
    await context.queryClient.ensureQueryData(tenantQuery)
  },
  component: RootLayout,
  errorComponent: StartupFailure,
  notFoundComponent: lazyRouteComponent(
    () => import('#features/shell/not-found-page.tsx'),
    'NotFoundPage',
  ),
})

// The fixed bars at the bottom stand on each other and cover nothing for good.
const ROOM_FOR_BARS =
  'has-data-[staging]:pb-14 has-data-[consent]:pb-72 max-md:has-data-[bottom-bar]:[--bottom-bar:calc(4rem+env(safe-area-inset-bottom))] has-data-[save-bar]:[--bottom-bar:5rem] max-md:has-data-[save-bar]:[--bottom-bar:8rem]'

function RootLayout() {
  const scope = useScope()
  usePageTitle(useTenant().name)
  usePageFocus()
  const { suspended } = useSuspension()
  if (suspended) {
    return (
      <Suspense>
        <LazySuspendedPage suspended={suspended} />
      </Suspense>
    )
  }
  return (
    <div data-scope={scope === 'admin' ? 'admin' : 'ux'} className={ROOM_FOR_BARS}>
      <SkipLink />
      <Outlet />
      <SessionWatch />
      <Suspense>{hasIdentity() && isTopWindow() && <IdentityWatch />}</Suspense>
      <Banners />
      <LazyToaster />
    </div>
  )
}

// The frame of a silent renewal shares the storage of the page around it, and must not do its work as well.
function isTopWindow() {
  return window.self === window.top
}

// Loaded after the page itself, and only where there is something to show.
function Banners() {
  const isStaging = useSys()?.is_staging
  const isConsentOpen = useConsent((state) => state.consent === null)
  return (
    <div
      data-print="hide"
      className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar,0px) z-30 *:pointer-events-auto"
    >
      <Suspense>
        {isConsentOpen && <CookieBanner />}
        {isStaging && <StagingBanner />}
      </Suspense>
    </div>
  )
}
