import {
  createRootRouteWithContext,
  lazyRouteComponent,
  Outlet,
  type ErrorComponentProps,
  useRouterState,
} from '@tanstack/react-router'
import type { Suspended } from 'contract/errors'
import { Suspense, useEffect } from 'react'
import { useSuspension, suspensionOf } from '#core/suspension.ts'
import { mfaSignIn } from '#core/session.ts'
import { localKeys, sessionKeys } from '#core/storage-keys.ts'
import { hasIdentity } from '#features/identity/oidc/has-identity.ts'
import { SessionWatch } from '#features/identity/session/session-watch.tsx'
import { tenantQuery, useScope, useTenant } from '#core/tenant.ts'
import { useSys } from '#support/sys.ts'
import { usePageFocus } from '#features/frames/use-page-focus.ts'
import { LazyToaster } from '#support/lazy-toaster.tsx'
import { lazyPart } from '#core/lazy-part.ts'
import { isTemporary } from '#core/api-error.ts'
import type { QueryClient } from '@tanstack/react-query'

const LazySuspendedPage = lazyPart(
  () => import('#features/frames/suspended-page.tsx'),
  'SuspendedPage',
)

const StagingBanner = lazyPart(() => import('#features/frames/staging-banner.tsx'), 'StagingBanner')

const IdentityWatch = lazyPart(
  () => import('#features/identity/oidc/identity-watch.tsx'),
  'IdentityWatch',
)

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location, preload }) => {
    const isLeft =
      localStorage.getItem(localKeys.mfaToken) ?? sessionStorage.getItem(sessionKeys.mfaReload)
    if (location.pathname !== '/mfa' && !preload && isLeft)
      await (await mfaSignIn()).leaveMfaSignIn()
    await context.queryClient.ensureQueryData(tenantQuery)
  },
  component: RootLayout,
  errorComponent: StartupFailure,
  notFoundComponent: lazyRouteComponent(
    () => import('#features/frames/not-found-page.tsx'),
    'NotFoundPage',
  ),
})

function RootLayout() {
  const scope = useScope()
  usePageTitle(useTenant().name)
  usePageFocus()
  // The frame of a silent renewal shares the page's storage and must not renew too.
  const isTopWindow = window.self === window.top
  const { suspended } = useSuspension()
  if (suspended) return <SuspendedPage suspended={suspended} />
  return (
    <div data-scope={scope === 'admin' ? 'admin' : 'ux'} className="room-for-bars">
      <SkipLink />
      <Outlet />
      <SessionWatch />
      <Suspense>{hasIdentity() && isTopWindow && <IdentityWatch />}</Suspense>
      <Banners />
      <LazyToaster />
    </div>
  )
}

function SuspendedPage(props: { suspended: Suspended }) {
  return (
    <Suspense>
      <LazySuspendedPage {...props} />
    </Suspense>
  )
}

function Banners() {
  const isStaging = useSys()?.is_staging
  return (
    <div
      data-print="hide"
      className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar,0px) z-30 *:pointer-events-auto"
    >
      <Suspense>{isStaging && <StagingBanner />}</Suspense>
    </div>
  )
}

function SkipLink() {
  return (
    <a
      href="#main"
      data-print="hide"
      onClick={(event) => {
        event.preventDefault()
        document.querySelector('main')?.focus()
      }}
      className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-foreground px-4 py-2.5 font-medium text-background focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}

/**
 * Shown if the application can't start, usually because no organisation has this address. It uses no other components,
 * so that it always works.
 */
function StartupFailure({ error }: ErrorComponentProps) {
  const suspended = suspensionOf(error)
  if (suspended) return <SuspendedPage suspended={suspended} />
  return (
    <main className="mx-auto flex min-h-dvh max-w-[34rem] flex-col items-start justify-center gap-3 px-6">
      <h1 className="text-28 font-semibold">This page can’t be shown</h1>
      <p className="text-18 text-subtle-foreground">
        {isTemporary(error)
          ? error.message
          : 'You tried to access a page that does not exist or cannot be accessed. Please contact support.'}
      </p>
      <button type="button" className="link min-h-11" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  )
}

/** `Page · Organisation`, from the deepest route with a title. */
function usePageTitle(organisation: string) {
  const page = useRouterState({
    select: ({ matches }) =>
      matches.some(({ status }) => status === 'notFound')
        ? 'Page not found'
        : matches.flatMap(({ meta }) => meta?.map((tag) => tag?.title)).findLast(Boolean),
  })
  useEffect(() => {
    document.title = page ? `${page} · ${organisation}` : organisation
  }, [page, organisation])
}

interface RouterContext {
  queryClient: QueryClient
}
