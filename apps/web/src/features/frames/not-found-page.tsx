import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTenant } from '#core/tenant.ts'
import { Button } from '#ui/button.tsx'
import { SiteFrame } from './site-frame.tsx'
import { ContourLines } from './contour-lines.tsx'

export function NotFoundPage() {
  const { domain } = useTenant()
  return (
    <SiteFrame>
      <div className="relative flex flex-1 items-center overflow-hidden">
        <div className="absolute inset-y-0 right-0 w-full max-md:top-1/2 md:w-[70%]">
          <UnknownRoute seed={domain} />
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
              <ArrowLeft />
              Go back
            </Link>
          </Button>
        </div>
      </div>
    </SiteFrame>
  )
}

function UnknownRoute({ seed }: { seed: string }) {
  return (
    <svg
      viewBox="0 0 900 780"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="size-full"
    >
      <ContourLines
        seed={seed}
        hill={{ x: 530, y: 375, lines: 16, step: 27 }}
        className="stroke-border"
      />
      <g className="fill-none stroke-primary-ui" strokeLinecap="round">
        <path d="M210 582C318 578 280 450 378 438" strokeWidth="4" />
        <path d="M388 436C424 430 444 402 458 362" strokeWidth="4" strokeDasharray="0 10.5" />
      </g>
      <circle cx="210" cy="582" r="11.5" className="fill-primary-ui" />
    </svg>
  )
}
