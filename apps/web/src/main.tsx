import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isRefused, isTooSlow } from '#core/api-error.ts'
import { retryDelay } from '#core/retry-delay.ts'
import { followOtherTabs } from '#core/session.ts'
import { followTheme } from '#core/theme.ts'
import { renewConsent } from '#features/frames/consent/consent.ts'
import { createAppRouter } from './router.tsx'
import './styles.css'

const MINUTE = 60_000
const queryClient = createQueryClient()
const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no #root element')

cleanAddress()
followTheme()
renewConsent()
followOtherTabs()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createAppRouter(queryClient)} />
    </QueryClientProvider>
  </StrictMode>,
)

/** The router keeps its own links clean, but takes the slash of a typed address as it is, and /Admin for /admin, where only its pages are found. */
function cleanAddress() {
  const { pathname, search, hash } = location
  const path = `/${pathname.replaceAll(/^\/+|\/+$/g, '')}`
  const clean = /^\/admin(\/|$)/i.test(path) ? path.toLowerCase() : path
  if (clean !== pathname) history.replaceState(history.state, '', clean + search + hash)
}

/** The specification, sections 7 and 9. */
function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * MINUTE,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // Fail immediately without a connection, instead of waiting.
        networkMode: 'always',
        retry: (failures, error) => failures < 3 && !isRefused(error) && !isTooSlow(error),
        retryDelay,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
