import { Link, Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { BrandArtwork, BrandStrip } from '#features/artwork/brand-artwork.tsx'
import { TenantMark, WaymarkLogo } from '#features/artwork/tenant-mark.tsx'
import { useTenant } from '#features/session/tenant.ts'
import { useSys } from './sys.ts'

export function AuthFrame({ children }: { children?: ReactNode }) {
  const { domain, name, logo_url } = useTenant()
  return (
    <BrandFrame organisation={{ domain, name, logo_url }} foot={<AuthFoot />}>
      {children ?? <Outlet />}
    </BrandFrame>
  )
}

const TermsDialog = lazyPart(() => import('#features/terms/terms-dialog.tsx'), 'TermsDialog')

function AuthFoot() {
  const support = useSys()?.support_email
  const [isReading, setReading] = useState(false)
  return (
    <nav aria-label="About this site" className="flex flex-wrap gap-x-4">
      <button type="button" className="link-quiet py-2" onClick={() => setReading(true)}>
        Terms of use
      </button>
      <Link to="/cookies-policy" className="link-quiet py-2">
        Cookies policy
      </Link>
      {support && (
        <a href={`mailto:${support}`} className="link-quiet py-2">
          Support
        </a>
      )}
      <Suspense>{isReading && <TermsDialog onClose={() => setReading(false)} />}</Suspense>
    </nav>
  )
}

interface BrandFrameProps {
  organisation: { domain: string; name: string; logo_url: string | null }
  foot?: ReactNode
  children: ReactNode
}

export function BrandFrame({ organisation, foot, children }: BrandFrameProps) {
  const { domain, name, logo_url: logoUrl } = organisation
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[minmax(30rem,5fr)_7fr]">
      <BrandStrip seed={domain} className="h-26 w-full shrink-0 lg:hidden" />
      <div className="mx-auto flex w-full max-w-[calc(424px+2*var(--gutter))] flex-1 flex-col px-(--gutter) pb-6 lg:py-10">
        <header className="flex items-center gap-3 text-18 font-semibold max-lg:items-end">
          <TenantMark
            name={name}
            logoUrl={logoUrl}
            className="size-10 max-lg:-mt-7 max-lg:size-15 max-lg:rounded-lg max-lg:ring-4 max-lg:ring-background"
          />
          <span className="min-w-0 truncate max-lg:pb-1">{name}</span>
        </header>
        <main id="main" tabIndex={-1} className="flex-1 pt-7 pb-10 lg:pt-24">
          {children}
        </main>
        <footer className="flex flex-wrap items-center justify-between gap-3 text-13 text-muted-foreground">
          <span className="flex items-center gap-2.5">
            <WaymarkLogo />
            Waymark
          </span>
          {foot}
        </footer>
      </div>
      <aside className="brand-panel relative max-lg:hidden">
        <div className="sticky top-0 h-dvh">
          <BrandArtwork seed={domain} />
          <p className="absolute right-16 bottom-16 text-right text-33 font-semibold">
            See where you are.
            <br />
            Agree where to go.
          </p>
        </div>
      </aside>
    </div>
  )
}
