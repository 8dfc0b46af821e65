import type { ReportAction, ReportSnapshot } from 'contract/reports'
import { gainFormat, stepsText } from 'rules/action-labels'
import { type Stop, stopsOf } from 'rules/band-sentences'
import { whatNext } from 'rules/report-conclusion'
import { REPORT_TITLES } from 'rules/report-titles'
import { elementNames } from 'rules/element-names'
import { Reference } from '#features/charts/element-name.tsx'
import { AddRoute } from '#features/reports/plan/add-to-plan.tsx'
import { ContentText, useContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { MarkedSentence, Sentence } from '#ui/sentence.tsx'

interface NextProps {
  snapshot: ReportSnapshot
  /** Shows the quickest route in the list of actions. */
  onShowRoute: () => void
}

/** The band that we have reached, and what the next one takes. */
export function Next({ snapshot, onShowRoute }: NextProps) {
  const next = whatNext(snapshot)
  if (!next) return null
  const gainOf = gainFormat(snapshot)
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="scroll-mt-8 text-21 font-semibold">
        {REPORT_TITLES.next}
      </h2>
      <p className="mt-1 max-w-[660px] text-16 text-pretty">
        <MarkedSentence>{next.sentences}</MarkedSentence>
      </p>
      {next.actions.length > 0 && (
        <ol className="mt-3 divide-y border-y">
          {next.actions.map((action, index) => (
            <RouteAction
              key={action.statement_id}
              {...{ snapshot, action }}
              place={index + 1}
              gain={gainOf(action)}
            />
          ))}
        </ol>
      )}
      {next.more !== '' && (
        <p className="mt-2 flex flex-wrap gap-x-2 text-14 text-muted-foreground">
          <OwnText>{`And ${next.more}.`}</OwnText>
          <a href="#actions" data-print="hide" className="link min-h-11" onClick={onShowRoute}>
            Show the quickest route
          </a>
        </p>
      )}
      <AddRoute />
      <Stops snapshot={snapshot} />
    </section>
  )
}

/** Why the next band isn't reached. */
function Stops({ snapshot }: { snapshot: ReportSnapshot }) {
  const stops = stopsOf(snapshot)
  if (!stops) return null
  return (
    <div className="mt-5">
      <h3 className="text-16 font-semibold">
        <MarkedSentence>{stops.title}</MarkedSentence>
      </h3>
      <ul className="mt-2 divide-y border-y">
        {stops.rows.map((stop) => (
          <StopRow key={stop.statement.id} snapshot={snapshot} stop={stop} />
        ))}
      </ul>
      {stops.more !== '' && (
        <p className="mt-2 text-14 text-muted-foreground">
          <OwnText>{`And ${stops.more}.`}</OwnText>
        </p>
      )}
    </div>
  )
}

function StopRow({ snapshot, stop }: { snapshot: ReportSnapshot; stop: Stop }) {
  const content = useContentText()
  const { statement, element, goal } = stop
  return (
    <li className="py-2.5 print:break-inside-avoid print:py-1.5">
      <p {...content} className="text-15 font-medium wrap-anywhere">
        {statement.text}
      </p>
      <p className="text-14 text-muted-foreground">
        <Reference of={statement} />
        <ContentText className="wrap-anywhere">
          {elementNames(snapshot.elements)(element)}
        </ContentText>
      </p>
      {goal !== null && (
        <p className="text-14 text-muted-foreground">
          <Sentence titles={[goal]}>{`Needs: ${goal}`}</Sentence>
        </p>
      )}
    </li>
  )
}

interface RouteActionProps {
  snapshot: ReportSnapshot
  action: ReportAction
  place: number
  gain: string
}

function RouteAction({ snapshot, action, place, gain }: RouteActionProps) {
  const content = useContentText()
  const element = snapshot.elements.find(({ id }) => id === action.element_id)
  const statement = element?.statements.find(({ id }) => id === action.statement_id)
  return (
    <li className="flex items-baseline gap-x-3 py-2.5 print:break-inside-avoid print:py-1.5">
      <span aria-hidden="true" className="w-5 shrink-0 text-muted-foreground tabular-nums">
        {place}
      </span>
      <div className="min-w-0 flex-1">
        <p {...content} className="text-15 font-medium wrap-anywhere">
          {action.steps[0] ?? action.statement}
        </p>
        <p className="text-14 text-muted-foreground">
          {statement && <Reference of={statement} />}
          <ContentText className="wrap-anywhere">
            {element && elementNames(snapshot.elements)(element)}
          </ContentText>
        </p>
      </div>
      <OwnText className="shrink-0 text-end text-14 whitespace-nowrap text-muted-foreground">
        <strong className="font-semibold text-foreground tabular-nums">{gain}</strong> points{' '}
        <span className="block">{stepsText(action)}</span>
      </OwnText>
    </li>
  )
}
