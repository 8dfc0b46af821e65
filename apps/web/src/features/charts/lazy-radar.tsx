import { lazy, Suspense } from 'react'
import type { ProfileElement, Scale } from './profile.ts'

const Radar = lazy(async () => {
  const module = await import('./radar.tsx')
  return { default: module.Radar }
})

/** The radar with its library in a chunk of its own; its place is kept while it loads. */
export function LazyRadar(props: { elements: readonly ProfileElement[]; scale: Scale }) {
  if (props.elements.length < 3 || props.elements.length > 12) return null
  return (
    <Suspense fallback={<div className="min-h-[360px]" />}>
      <Radar {...props} />
    </Suspense>
  )
}
