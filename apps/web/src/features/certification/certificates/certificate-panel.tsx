import { scoreContours } from 'brand/score-contours'
import type { CertificationSummary, Verification } from 'contract/certifications'
import { BadgeCheck, CircleX, Clock, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'
import { ContentLanguage, ContentText, useContentDirection } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { formatDay, statusText } from '#features/certification/status-labels.ts'

interface CertificatePanelProps {
  certificate: Verification | CertificationSummary
  scope: string
  /** All bands of the content set, lowest first. */
  bands: readonly string[]
  /** Heads a certificate without a band. */
  unbanded: string
  headingLevel: 1 | 2
  scores: readonly number[]
  children?: ReactNode
  aside: ReactNode
}

const ICONS = {
  valid: BadgeCheck,
  expired: Clock,
  superseded: History,
  revoked: CircleX,
} as const

/** The language of a certificate is that of its content set. */
export function CertificatePanel(props: CertificatePanelProps) {
  return (
    <ContentLanguage of={props.certificate.language}>
      <Panel {...props} />
    </ContentLanguage>
  )
}

function Panel(props: CertificatePanelProps) {
  const { certificate, bands, headingLevel } = props
  const { status, holder, band } = certificate
  const Icon = ICONS[status]
  const Heading = `h${headingLevel}` as const
  const isValid = status === 'valid'
  return (
    <section
      aria-label="Certificate"
      dir={useContentDirection()}
      data-print="whole"
      className="grid overflow-hidden rounded-lg border bg-card lg:grid-cols-[minmax(0,1fr)_23.25rem]"
    >
      <div
        className={cn(
          'exact relative flex flex-col justify-center overflow-hidden p-5 md:min-h-84 md:p-8',
          isValid ? 'brand-panel' : 'bg-muted',
        )}
      >
        <ScoreHill scores={props.scores} isValid={isValid} />
        <div className="relative max-w-[30rem]">
          <p className="flex items-center gap-2 text-15 font-medium">
            <Icon className="size-5 shrink-0 stroke-[1.75]" />
            <OwnText>{isValid ? statusText(certificate) : 'Not valid'}</OwnText>
          </p>
          <Heading
            {...(headingLevel === 1 && { tabIndex: -1 })}
            className="mt-3 text-28 font-semibold wrap-anywhere md:text-44"
          >
            {isValid ? (
              <Reached {...props} />
            ) : (
              <OwnText>{withDateTogether(statusText(certificate))}</OwnText>
            )}
          </Heading>
          <p className="mt-2 max-w-[25rem] text-16 wrap-anywhere md:text-18">
            <OwnText>
              <bdi translate="no">{holder}</bdi>
              {isValid ? held(band) : ' no longer holds this certificate for '}
              <ContentText>{props.scope}</ContentText>.
            </OwnText>
          </p>
          {isValid && band !== null && <BandRungs bands={bands} band={band} />}
          {props.children}
        </div>
      </div>
      <div className="flex flex-col gap-5 p-5 md:p-7">{props.aside}</div>
    </section>
  )
}

function held(band: string | null) {
  return band === null ? ' meets the requirements of ' : ' has reached this band in '
}

/** The verdict is a band; a level is a position on the scale of a response. */
function Reached({ certificate: { band }, unbanded }: CertificatePanelProps) {
  if (band === null) return <bdi translate="no">{unbanded}</bdi>
  return <ContentText>{band}</ContentText>
}

interface CertificateFactProps {
  term: string
  isWide?: boolean
  children: ReactNode
}

export function CertificateFact({ term, isWide, children }: CertificateFactProps) {
  return (
    <div className={cn('min-w-0', isWide && 'col-span-2')}>
      <dt className="text-15 text-muted-foreground">{term}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

interface ValidUntilProps {
  status: Verification['status']
  day: string
  children?: ReactNode
}

/** One that was revoked or replaced says when that was. */
export function ValidUntil({ status, day, children }: ValidUntilProps) {
  if (status === 'revoked' || status === 'superseded') return null
  return (
    <CertificateFact term={status === 'expired' ? 'Was valid until' : 'Valid until'}>
      <OwnText>{formatDay(day)}</OwnText>
      {children}
    </CertificateFact>
  )
}

export function CertificateCode({ code }: { code: string }) {
  return (
    <div>
      <p className="text-15 text-muted-foreground">Verification code</p>
      <p
        translate="no"
        className="text-18 font-semibold tabular-nums"
        aria-label={code.split('').join(' ')}
      >
        {code.split('-').map((group) => (
          <span key={group} className="block">
            {group}
          </span>
        ))}
      </p>
    </div>
  )
}

const HILL = { x: 706, y: 168, lines: 15, step: 13 }

function ScoreHill({ scores, isValid }: { scores: readonly number[]; isValid: boolean }) {
  return (
    <svg
      viewBox="0 0 876 336"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      className={`absolute inset-0 size-full fill-none rtl:-scale-x-100 ${isValid ? 'stroke-brand-panel-line' : 'stroke-border'}`}
    >
      {scoreContours(scores, HILL).map(({ points, isIndex }) => {
        const path = `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`
        return <path key={path} d={path} strokeWidth={isIndex ? 2 : 1.2} />
      })}
    </svg>
  )
}

function BandRungs({ bands, band }: { bands: readonly string[]; band: string }) {
  const reached = bands.indexOf(band)
  return (
    <ol className="mt-6 flex gap-2" aria-label="Bands">
      {bands.map((label, index) => (
        <li key={label} className="min-w-0 flex-1">
          <span
            aria-hidden="true"
            className={cn(
              'block h-2.5 rounded-full border border-current',
              index <= reached && 'bg-current',
            )}
          />
          <span
            {...(index === reached && { 'aria-current': 'true' })}
            className={cn(
              'narrow mt-1.5 block text-13 wrap-anywhere md:text-14',
              index === reached && 'font-semibold',
            )}
          >
            <span className="max-md:sr-only">{index + 1} </span>
            <ContentText>{label}</ContentText>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** In large type, a date that breaks after its day reads as two numbers. */
function withDateTogether(text: string) {
  return text.replace(/(\d+) (\p{L}+) (\d{4})$/u, '$1\u00a0$2\u00a0$3')
}
