import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { api } from '#core/api.ts'
import { AboutLinks, Footer } from './footer.tsx'
import { TenantMark } from '#support/tenant-mark.tsx'

const issuerQuery = { ...api.certifications.issuer.query(), staleTime: Infinity }
const COLOURS = '/api/issuer/brand.css'

export async function loadIssuer({ queryClient }: { queryClient: QueryClient }) {
  await Promise.all([queryClient.ensureQueryData(issuerQuery), loadColours()])
}

/** The frame of pages that check a certificate, in the brand of the platform: its holder doesn't vouch for itself. */
export function IssuerFrame({ page, children }: { page: string; children: ReactNode }) {
  const { data: issuer } = useQuery(issuerQuery)
  useColours()
  useEffect(() => {
    // After the root route's own title.
    queueMicrotask(() => {
      if (issuer) document.title = `${page} · ${issuer.name}`
    })
  }, [page, issuer])
  return (
    <div className="flex min-h-dvh flex-col">
      <header data-print="hide" className="border-b bg-card">
        <div className="mx-auto flex min-h-16 w-full max-w-[calc(1248px+2*var(--gutter))] px-(--gutter)">
          <Link
            to="/verify/{-$code}"
            params={{ code: undefined }}
            className="flex min-w-0 items-center gap-3 py-2 text-18 font-semibold"
          >
            {issuer && (
              <TenantMark
                name={issuer.name}
                logoUrl={issuer.logo_url}
                logoSize={issuer.logo_size}
              />
            )}
            <span translate="no" className="truncate">
              {issuer?.name}
            </span>
          </Link>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      <Footer className="mx-auto w-full max-w-[calc(1248px+2*var(--gutter))] px-(--gutter) py-6">
        <AboutLinks terms={null} />
      </Footer>
    </div>
  )
}

const findColours = () => document.querySelector<HTMLLinkElement>(`link[href="${COLOURS}"]`)

/** Off until a page shows them, so that it never shows the organisation's first. */
function loadColours() {
  if (findColours()) return Promise.resolve()
  const sheet = document.createElement('link')
  Object.assign(sheet, { rel: 'stylesheet', href: COLOURS, media: 'not all' })
  document.head.append(sheet)
  return new Promise<void>((resolve) => {
    sheet.addEventListener('load', () => resolve())
    sheet.addEventListener('error', () => {
      sheet.remove()
      resolve()
    })
  })
}

function useColours() {
  useLayoutEffect(() => {
    const sheet = findColours()
    if (!sheet) return undefined
    sheet.media = 'all'
    return () => {
      sheet.media = 'not all'
    }
  }, [])
}
