import type { ReportSnapshot } from 'contract/reports'
import type { Earlier } from 'rules/compare-reports'
import { changeSentence } from 'rules/report-conclusion'
import { reportFigures, type ReportFigure } from 'rules/report-figures'
import { headlineParts } from 'rules/report-labels'
import { Route, TrendingUp } from 'lucide-react'
import { namesIn, titlesIn } from 'rules/mark-titles'
import { MarkedSentence, Sentence } from '#ui/sentence.tsx'
import { HatchSwatch, Mark } from '#ui/marks.tsx'

export function Headline({ snapshot }: { snapshot: ReportSnapshot }) {
  return (
    <p className="max-w-[660px] wrap-anywhere text-18 md:text-21 md:leading-8">
      <Sentence titles={titlesIn(snapshot)}>{headlineParts(snapshot)}</Sentence>
    </p>
  )
}

interface ComparedProps {
  snapshot: ReportSnapshot
  earlier: Earlier | undefined
}

export function Change({ snapshot, earlier }: ComparedProps) {
  const sentence = changeSentence(snapshot, earlier)
  if (sentence.length === 0) return null
  return (
    <p className="max-w-[660px] text-16">
      <MarkedSentence>{sentence}</MarkedSentence>
    </p>
  )
}

export function Figures({ snapshot, earlier }: ComparedProps) {
  return (
    <div className="mt-5 overflow-hidden border-y py-5">
      <dl className="-ms-4.25 grid grid-cols-2 gap-y-5 md:-ms-6.25 md:grid-cols-4 print:-ms-4.25 print:grid-cols-4">
        {reportFigures(snapshot, earlier).map((figure) => (
          <Figure key={figure.kind} figure={figure} names={namesIn(snapshot)} />
        ))}
      </dl>
    </div>
  )
}

interface FigureProps {
  figure: ReportFigure
  names: readonly string[]
}

function Figure({ figure: { kind, label, value, hint }, names }: FigureProps) {
  const words = (text: string) => <Sentence titles={names}>{text}</Sentence>
  return (
    <div className="border-s ps-4 md:ps-6 print:ps-4">
      <dt className="flex min-h-5.5 items-center gap-2 text-14 text-subtle-foreground [--mark-surface:var(--background)] md:text-15 print:text-13">
        {MARKS[kind]}
        <span className="min-w-0 wrap-anywhere">{words(label)}</span>
      </dt>
      <dd className="mt-1 lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-2.5 print:flex print:flex-wrap print:items-baseline print:gap-x-2">
        <span className="block text-44 font-semibold print:text-28">{words(value)}</span>
        <span className="block text-14 text-muted-foreground print:text-13">{words(hint)}</span>
      </dd>
    </div>
  )
}

const MARKS: Record<ReportFigure['kind'], React.ReactNode> = {
  current: <Mark kind="current" size={6} className="-mx-1" />,
  change: <TrendingUp className="size-4.5 shrink-0 stroke-[1.75]" />,
  future: <Mark kind="future" size={6} className="-mx-0.5" />,
  gap: <HatchSwatch />,
  path: <Route className="size-4.5 shrink-0 stroke-[1.75]" />,
}
