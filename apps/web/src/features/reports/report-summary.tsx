import type { ReportSnapshot } from 'contract/reports'
import { headlineParts, reportFigures, type ReportFigure } from 'rules/report-labels'
import { Route } from 'lucide-react'
import { Markdown } from '#features/shell/markdown.tsx'
import { HatchSwatch, Mark } from '#ui/marks.tsx'

export function Headline({ snapshot }: { snapshot: ReportSnapshot }) {
  return (
    <p
      id="summary"
      className="report-headline max-w-[660px] scroll-mt-8 wrap-anywhere text-18 md:text-21 md:leading-8"
    >
      {headlineParts(snapshot).map(({ text, strong }) =>
        strong ? (
          <strong key={text} className="font-semibold">
            {text}
          </strong>
        ) : (
          text
        ),
      )}
    </p>
  )
}

export function Introduction({ snapshot }: { snapshot: ReportSnapshot }) {
  const { introduction } = snapshot.content_set
  return (
    introduction !== undefined && (
      <div className="mt-6 max-w-[660px]">
        <Markdown text={introduction} />
      </div>
    )
  )
}

export function Figures({ snapshot }: { snapshot: ReportSnapshot }) {
  return (
    <div className="mt-6 overflow-hidden border-y py-5">
      <dl className="-ml-4.25 grid grid-cols-2 gap-y-5 md:-ml-6.25 md:grid-cols-4 print:-ml-4.25 print:grid-cols-4">
        {reportFigures(snapshot).map((figure) => (
          <Figure key={figure.kind} figure={figure} />
        ))}
      </dl>
    </div>
  )
}

function Figure({ figure: { kind, label, value, hint } }: { figure: ReportFigure }) {
  return (
    <div className="border-l pl-4 md:pl-6 print:pl-4">
      <dt className="flex min-h-5.5 items-center gap-2 text-14 text-subtle-foreground [--mark-surface:var(--background)] md:text-15 print:text-13">
        {SIGNS[kind]}
        {label}
      </dt>
      <dd className="mt-1 lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-2.5">
        <span className="block text-44 font-semibold print:text-28">{value}</span>
        <span className="block text-14 text-muted-foreground print:text-13">{hint}</span>
      </dd>
    </div>
  )
}

const SIGNS: Record<ReportFigure['kind'], React.ReactNode> = {
  current: <Mark kind="current" size={6} className="-mx-1" />,
  future: <Mark kind="future" size={6} className="-mx-0.5" />,
  gap: <HatchSwatch />,
  path: <Route className="size-4.5 shrink-0 stroke-[1.75]" />,
}
