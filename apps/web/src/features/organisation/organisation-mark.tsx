import { TenantMark } from '#features/artwork/tenant-mark.tsx'
import { brandStyle } from './brand-style.ts'

interface OrganisationMarkProps {
  name: string
  colour: string
  logoUrl: string | null
  className: string
}

export function OrganisationMark({ colour, ...mark }: OrganisationMarkProps) {
  return (
    <>
      <span style={brandStyle(colour, 'light')} className="shrink-0 dark:hidden">
        <TenantMark {...mark} />
      </span>
      <span style={brandStyle(colour, 'dark')} className="hidden shrink-0 dark:inline">
        <TenantMark {...mark} />
      </span>
    </>
  )
}
