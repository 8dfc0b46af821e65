import { Link } from '@tanstack/react-router'
import { WaymarkLogo } from '#features/artwork/waymark-logo.tsx'
import { useVisitor } from '#features/session/user.ts'
import { useSys } from './sys.ts'

export function SiteFooter() {
  const support = useSys()?.support_email
  const isSignedIn = useVisitor() !== null
  return (
    <footer
      data-print="hide"
      className="mx-auto flex w-full max-w-[calc(1248px+2*var(--gutter))] flex-wrap items-center justify-between gap-x-6 gap-y-2 px-(--gutter) py-6 text-13 text-muted-foreground"
    >
      <span className="flex items-center gap-2.5">
        <WaymarkLogo />
        Waymark
      </span>
      <nav aria-label="About this site" className="flex flex-wrap gap-x-5">
        {isSignedIn && (
          <Link to="/terms-of-use" className="link-quiet py-2">
            Terms of use
          </Link>
        )}
        <Link to="/cookies-policy" className="link-quiet py-2">
          Cookies policy
        </Link>
        {support && (
          <a href={`mailto:${support}`} className="link-quiet py-2">
            Support
          </a>
        )}
      </nav>
    </footer>
  )
}
