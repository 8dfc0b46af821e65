import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import type { FindField as Field } from './find-field.tsx'

const FindField = lazyPart(() => import('./find-field.tsx'), 'FindField')

/** Loaded separately, because only long reports have this field. */
export function LazyFindField(props: ComponentProps<typeof Field>) {
  return (
    <Suspense fallback={<div className="mb-3 h-control" />}>
      <FindField {...props} />
    </Suspense>
  )
}
