import { lazy, Suspense } from 'react'
import { useToast } from '#core/toast.ts'

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })))

/** The toast's parts are 11 kB: they come with the first toast, not with the first page. */
export function LazyToaster() {
  const hasToast = useToast((state) => state.toast !== null)
  return hasToast ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
