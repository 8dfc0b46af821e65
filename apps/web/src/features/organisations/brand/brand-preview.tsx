import { brandContrasts } from 'brand/brand-contrasts'
import { brandTokens, type Tokens } from 'brand/brand-tokens'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { memo, type ComponentProps, type CSSProperties } from 'react'
import { TenantMark } from '#support/tenant-mark.tsx'

type Mark = ComponentProps<typeof TenantMark>

interface BrandPreviewProps extends Pick<Mark, 'name' | 'logoUrl' | 'logoSize'> {
  colour: string
}

export const BrandPreview = memo(function BrandPreview({ colour, ...mark }: BrandPreviewProps) {
  return (
    <>
      <div
        role="img"
        aria-label={`Preview of ${mark.name} in light and dark themes`}
        className="grid grid-cols-2 overflow-hidden rounded-lg border"
      >
        <Sample theme="light" colour={colour} {...mark} />
        <Sample theme="dark" colour={colour} {...mark} />
      </div>
      <ul className="mt-3 space-y-2 text-14">
        {brandContrasts(colour).map(({ name: pair, ratio }) => (
          <li key={pair} className="flex items-center gap-2.5">
            <Verdict isEnough={ratio >= 4.5} />
            {pair}
            <span className="ml-auto font-medium tabular-nums">{ratio.toFixed(1)} : 1</span>
          </li>
        ))}
      </ul>
    </>
  )
})

function Verdict({ isEnough }: { isEnough: boolean }) {
  const Icon = isEnough ? CircleCheck : CircleAlert
  return (
    <Icon
      role="img"
      aria-label={isEnough ? 'Readable' : 'Hard to read'}
      className={`size-4.5 stroke-[1.75] ${isEnough ? 'text-success-ink' : 'text-destructive-ink'}`}
    />
  )
}

function Sample({ theme, colour, ...mark }: BrandPreviewProps & { theme: 'light' | 'dark' }) {
  return (
    <div
      style={brandStyle(colour, theme)}
      className="min-w-0 space-y-3.5 bg-background p-4 text-14 text-foreground"
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        <TenantMark {...mark} className="size-6 rounded-[5px] text-13" />
        <span translate="no" className="max-w-full truncate">
          {mark.name}
        </span>
      </p>
      <p className="flex flex-wrap gap-x-3 border-b">
        <span className="border-b-[3px] border-primary-ui pb-1 font-medium">Overview</span>
        <span className="pb-1 text-subtle-foreground">Reports</span>
      </p>
      <p className="flex flex-wrap items-center gap-3">
        <span className="rounded-md bg-primary px-3 py-2 font-medium text-primary-foreground">
          Continue
        </span>
        <span className="text-primary-text underline underline-offset-4">Notes</span>
      </p>
      <p className="rounded-md bg-primary-tint px-2.5 py-1.5 text-primary-text">Selected</p>
    </div>
  )
}

interface OrganisationMarkProps extends Mark {
  colour: string
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

/** A brand's tokens in one theme, for elements that show another organisation's colours. */
function brandStyle(hex: string, theme: 'light' | 'dark'): CSSProperties {
  const tokens: Tokens = brandTokens(hex)[theme]
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]))
}
