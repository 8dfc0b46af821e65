import { Link } from '@tanstack/react-router'
import { plural } from 'rules/plural'
import { elementNames } from 'rules/element-names'
import { ContentText } from '#ui/content-text.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx'
import { markedText } from '#features/assessments/marked-for-later.tsx'
import { useOutline } from '#features/assessments/outline/live-outline.ts'
import { elementLink, StatementLinks } from '#features/assessments/statement-links.tsx'
import type { Player } from '#features/assessments/player/use-player.ts'
import { targetsText } from './report-texts.ts'

interface BeforeReportProps {
  player: Player
  onShow: (statementId: number) => void
}

/** What the action report will have, before the last required element is completed. */
export function BeforeReport({ player, onShow }: BeforeReportProps) {
  const { assessment, element, elements } = player.quiz
  const { statements, ...query } = useOutline(assessment.id, player)
  const isRequired = elements.some((one) => one.id === element.id && one.is_required)
  return (
    <section
      aria-labelledby="before-report"
      className="mt-4 rounded-lg bg-muted px-4 py-3.5 max-md:mx-(--gutter)"
    >
      <h2 id="before-report" className="text-18 font-semibold">
        What the report will contain
      </h2>
      <p className="mt-1">
        “Create report” completes this element{isRequired ? ', the last required one' : ''}. “Not
        yet” leaves it open.
      </p>
      {query.isError ? (
        <QueryError query={query} title="The answers of the other elements could not be loaded">
          You can create the report without this summary.
        </QueryError>
      ) : query.isPending ? (
        <SkeletonRegion label="Loading what the report will contain">
          <Skeleton className="mt-3 w-3/4" />
        </SkeletonRegion>
      ) : (
        <ul className="ms-5 mt-3 list-disc space-y-2 wrap-anywhere">
          <li>{targetsText(statements)}</li>
          <Marked {...{ player, onShow }} statements={statements.filter((one) => one.is_marked)} />
          <StillOpen player={player} />
        </ul>
      )}
    </section>
  )
}

type MarkedProps = BeforeReportProps & { statements: ReturnType<typeof useOutline>['statements'] }

function Marked({ player, statements, onShow }: MarkedProps) {
  const { assessment, element, elements } = player.quiz
  if (statements.length === 0) return null
  return (
    <li>
      {markedText(statements)}
      <StatementLinks
        {...{ statements, elements }}
        assessmentId={assessment.id}
        open={{ elementId: element.id, onShow }}
      />
    </li>
  )
}

/** Optional elements without a completion. */
function StillOpen({ player: { quiz } }: Pick<BeforeReportProps, 'player'>) {
  const { assessment, element, elements } = quiz
  const open = elements.filter(
    (one) => !one.is_required && !one.is_complete && one.id !== element.id,
  )
  if (open.length === 0) return null
  const nameOf = elementNames(elements)
  return (
    <li>
      {plural(open.length, {
        one: '# optional element is open. The report will include the answers given there.',
        other: '# optional elements are open. The report will include the answers given there.',
      })}
      <ul>
        {open.map((one) => (
          <li key={one.id}>
            <Link
              {...elementLink(assessment.id, one)}
              className="link inline-flex min-h-8 items-center max-md:min-h-11"
            >
              <ContentText>{nameOf(one)}</ContentText>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}
