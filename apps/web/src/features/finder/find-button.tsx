import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { KeyCap } from '#ui/key-cap.tsx'

const Finder = lazy(() => import('./finder.tsx').then((module) => ({ default: module.Finder })))

/** Opens the search over everything in view; `Ctrl K` does so from everywhere in the admin area. */
export function FindButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    function open(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
        className="flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-md text-14 text-muted-foreground hover:bg-muted lg:min-h-10 lg:w-56 lg:justify-start lg:border lg:border-input lg:bg-card lg:px-3"
      >
        <Search aria-hidden="true" className="size-4.5 stroke-[1.75] max-lg:text-foreground" />
        <span className="max-lg:sr-only">Find anything</span>
        <span aria-hidden="true" className="ml-auto max-lg:hidden">
          <KeyCap>Ctrl K</KeyCap>
        </span>
      </button>
      <Suspense>{isOpen && <Finder onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
