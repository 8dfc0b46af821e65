import { Outlet } from '@tanstack/react-router'
import type { HostTenant } from 'contract/tenants'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { BrandArtwork, BrandStrip } from './brand-artwork.tsx'
import { TenantMark } from '#support/tenant-mark.tsx'
import { useTenant } from '#core/tenant.ts'
import { AboutLinks, FOOT_LINK, Footer } from './footer.tsx'

export function AuthFrame({ children }: { children?: ReactNode }) {
  return (
    <BrandFrame organisation={useTenant()} foot={<AuthFoot />}>
      {children ?? <Outlet />}
    </BrandFrame>
  )
}

const TermsDialog = lazyPart(() => import('#support/terms-dialog.tsx'), 'TermsDialog')

function AuthFoot() {
  const [isReading, setReading] = useState(false)
  return (
    <>
      <AboutLinks
        terms={
          <button type="button" className={FOOT_LINK} onClick={() => setReading(true)}>
            Terms of use
          </button>
        }
      />
      <Suspense>{isReading && <TermsDialog onClose={() => setReading(false)} />}</Suspense>
    </>
  )
}

interface BrandFrameProps {
  organisation: Pick<HostTenant, 'domain' | 'name' | 'logo_url' | 'logo_size'>
  foot?: ReactNode
  children: ReactNode
}

export function BrandFrame({ organisation, foot, children }: BrandFrameProps) {
  const { domain, name, logo_url: logoUrl, logo_size: logoSize } = organisation
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[minmax(30rem,5fr)_7fr]">
      <BrandStrip seed={domain} className="h-26 w-full shrink-0 lg:hidden" />
      <div className="mx-auto flex w-full max-w-[calc(424px+2*var(--gutter))] flex-1 flex-col px-(--gutter) pb-6 lg:py-10">
        <header className="flex items-center gap-3 text-18 font-semibold max-lg:items-end">
          <TenantMark
            {...{ name, logoUrl, logoSize }}
            className="size-10 max-lg:-mt-7 max-lg:size-15 max-lg:rounded-lg max-lg:ring-4 max-lg:ring-background"
          />
          <span translate="no" className="min-w-0 truncate max-lg:pb-1">
            {name}
          </span>
        </header>
        <main id="main" tabIndex={-1} className="flex-1 pt-7 pb-10 lg:pt-24">
          {children}
        </main>
        <Footer>{foot}</Footer>
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
