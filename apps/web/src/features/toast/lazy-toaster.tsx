import { lazy, Suspense, type ComponentType } from 'react'
import { useToast } from '#core/toast.ts'

const load = () => import('./toaster.tsx')

const Toaster = lazy<ComponentType>(() =>
  load().then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: Nothing }),
  ),
)

/** The toast's parts are 11 kB: they come with the first toast, not with the first page. */
export function LazyToaster() {
  const hasToast = useToast((state) => state.toast !== null)
  return hasToast ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

/** A toast about a lost connection must not need one. */
export function preloadToaster() {
  void load().catch(() => undefined)
}

function Nothing() {
  return null
}
