import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { LostRoute } from '#features/artwork/lost-route.tsx'
import { useTenant } from '#features/session/tenant.ts'
import { Button } from '#ui/button.tsx'
import { SiteFrame } from './site-frame.tsx'

/** The not-found page at root (the specification, section 2). */
export function NotFoundPage() {
  return (
    <SiteFrame>
      <NotFound />
    </SiteFrame>
  )
}

function NotFound() {
  const { domain } = useTenant()
  return (
    <div className="relative flex flex-1 items-center overflow-hidden">
      <div className="absolute inset-y-0 right-0 w-full max-md:top-1/2 md:w-[70%]">
        <LostRoute seed={domain} />
      </div>
      <div className="relative mx-auto w-full max-w-[calc(1248px+2*var(--gutter))] px-(--gutter) py-16 max-md:self-start">
        <h1 tabIndex={-1} className="text-[6.5rem] leading-none font-semibold tracking-tight">
          404
        </h1>
        <p className="mt-6 text-26 font-semibold">Something&apos;s missing.</p>
        <p className="mt-2 max-w-[30rem] text-18 text-subtle-foreground">
          Sorry, we can&apos;t find that page. You&apos;ll find lots to explore on the home page.
        </p>
        <Button asChild size="lg" className="mt-7">
          <Link to="/">
            <ArrowLeft aria-hidden="true" />
            Go back
          </Link>
        </Button>
      </div>
    </div>
  )
}
