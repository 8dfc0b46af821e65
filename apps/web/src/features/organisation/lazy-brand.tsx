import { lazy, Suspense, type ComponentProps } from 'react'

// The preview needs a large colour library, so it loads after the page.
const Preview = lazy(() =>
  import('./brand-preview.tsx').then((module) => ({ default: module.BrandPreview })),
)
const Mark = lazy(() =>
  import('./organisation-mark.tsx').then((module) => ({ default: module.OrganisationMark })),
)

export function LazyBrandPreview(props: ComponentProps<typeof Preview>) {
  return (
    <Suspense fallback={<div className="h-75" />}>
      <Preview {...props} />
    </Suspense>
  )
}

export function LazyOrganisationMark(props: ComponentProps<typeof Mark>) {
  return (
    <Suspense fallback={<span className={props.className} />}>
      <Mark {...props} />
    </Suspense>
  )
}
