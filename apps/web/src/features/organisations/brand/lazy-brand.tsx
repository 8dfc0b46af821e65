import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { TenantMark } from '#support/tenant-mark.tsx'

// Both need a large colour library, so they load after the page.
const Preview = lazyPart(() => import('./brand-preview.tsx'), 'BrandPreview')
const Mark = lazyPart(() => import('./brand-preview.tsx'), 'OrganisationMark')

export function LazyBrandPreview(props: ComponentProps<typeof Preview>) {
  return (
    <Suspense fallback={<div className="h-75" />}>
      <Preview {...props} />
    </Suspense>
  )
}

export function LazyOrganisationMark(props: ComponentProps<typeof Mark>) {
  return (
    <Suspense fallback={<TenantMark {...props} logoUrl={undefined} />}>
      <Mark {...props} />
    </Suspense>
  )
}
