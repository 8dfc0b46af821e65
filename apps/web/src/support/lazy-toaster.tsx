import { lazy, Suspense, type ComponentType } from 'react'
import { useToast } from '#core/toast.ts'

const load = () => import('./toaster.tsx')

const Toaster = lazy<ComponentType>(() =>
  load().then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: Nothing }),
  ),
)

/** Loads the 11 KB with the first toast instead of the first page. */
export function LazyToaster() {
  const hasToast = useToast((state) => state.toast !== null)
  return hasToast ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

/** Loads early, so that a toast about a lost connection can be shown. */
export function preloadToaster() {
  void load().catch(() => undefined)
}

function Nothing() {
  return null
}
