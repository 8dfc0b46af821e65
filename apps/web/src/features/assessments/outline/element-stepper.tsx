import type { ElementProgress } from 'contract/assessments'
import { Link } from '@tanstack/react-router'
import { Bookmark, Check, CircleQuestionMark, Info } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { formatNumber } from 'rules/plural'
import { referenceOf, statementReference } from 'rules/reference'
import { elementNames } from 'rules/element-names'
import { questionsAbout } from 'rules/shared-work'
import { referencesFit } from '#features/assessments/element-groups.ts'
import { GroupedList } from '#features/assessments/grouped-list.tsx'
import { lazyPart } from '#core/lazy-part.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { ContentText, useContentDirection, useContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { openQuestionsText } from '#features/assessments/open-questions-text.ts'
import { isAnswered } from '#features/assessments/answering/answers.ts'
import { elementLink } from '#features/assessments/statement-links.tsx'
import { shortTitleOf, type StatementStatus } from './statement-status.ts'
import { FilteredStatements } from './filtered-statements.tsx'
import { FilterField, filterIn, useStatementFilter } from './statement-filter.tsx'
import { StatusMark } from './status-mark.tsx'
import { countText } from '#features/assessments/presence/change-text.ts'
import { ChangedDot } from '#features/assessments/presence/changed-dot.tsx'
import { useChanges } from '#features/assessments/presence/use-changes.ts'
import { Initials } from '#features/assessments/presence/initials.tsx'
import { usePresence } from '#features/assessments/presence/presence-store.ts'
import type { Player } from '#features/assessments/player/use-player.ts'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'

interface ElementStepperProps {
  player: Player
  statuses: readonly StatementStatus[]
  /** Null while all answers are checked. */
  index: number | null
  onGo: (index: number) => void
}

export function ElementStepper(props: ElementStepperProps) {
  const { player } = props
  const { filter: wanted, setFilter } = useStatementFilter()
  const { tags = [], shared } = player.quiz
  const filter = filterIn(tags, wanted)
  return (
    <nav aria-label="Elements">
      <FilterField {...{ filter, tags }} isShared={shared !== null} onChange={setFilter} />
      {filter === null ? (
        <AllElements {...props} />
      ) : (
        <FilteredStatements {...props} filter={filter} />
      )}
      <AboutButton quiz={player.quiz} />
    </nav>
  )
}

function AllElements(props: ElementStepperProps) {
  const { player } = props
  const { elements, element: open } = player.quiz
  const fits = referencesFit(elements)
  const nameOf = elementNames(player.quiz.elements)
  return (
    <GroupedList
      elements={elements}
      openId={open.id}
      aside={completeText}
      looks={{
        list: 'flex flex-col gap-1 not-last:mb-2',
        head: 'mt-3 mb-1 px-2 text-13 font-semibold wrap-anywhere text-muted-foreground first:mt-0',
      }}
    >
      {(element) => (
        <>
          <ElementLink
            player={player}
            element={element}
            name={fits ? nameOf(element) : element.title}
            fits={fits}
          />
          {element.id === open.id && <Statements {...props} />}
        </>
      )}
    </GroupedList>
  )
}

function completeText(elements: readonly ElementProgress[]) {
  const complete = elements.filter((element) => element.is_complete).length
  return `${formatNumber(complete)}/${formatNumber(elements.length)}`
}

interface ElementLinkProps {
  player: Player
  element: ElementProgress
  name: string
  /** Whether the reference fits into the ring, where a tick replaces it. */
  fits: boolean
}

function ElementLink({ player, element, name, fits }: ElementLinkProps) {
  const { quiz, answers } = player
  const isOpen = element.id === quiz.element.id
  const answered = isOpen ? answers.filter(isAnswered).length : element.answered
  const isDone = element.is_complete && !isOpen
  const people = usePresence((state) => state.people)
  const changes = useChanges(quiz).countIn(element.id)
  return (
    <Link
      {...elementLink(quiz.assessment.id, element)}
      className={cn(
        'flex min-h-11 items-center gap-3.5 rounded-md px-2 py-1 text-14 text-subtle-foreground hover:bg-muted hover:text-foreground',
        isOpen && 'font-semibold text-foreground',
      )}
    >
      <Disc reference={fits ? referenceOf(element) : null} {...{ isOpen, isDone }} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {!fits && (
          <>
            <bdi translate="no" className="font-normal text-muted-foreground">
              {referenceOf(element)}
            </bdi>{' '}
          </>
        )}
        <ContentText>{name}</ContentText>
        {!element.is_required && (
          <span className="block text-12 font-normal text-muted-foreground">Optional</span>
        )}
        <span className="mt-0.5 flex items-center gap-1.5 empty:hidden">
          {changes > 0 && <ChangedDot label={countText(changes)} />}
          <Initials people={people.filter(({ element_id }) => element_id === element.id)} />
        </span>
      </span>
      {!isDone && (
        <OwnText className="font-normal text-muted-foreground tabular-nums">
          {formatNumber(answered)}/{formatNumber(element.total)}
          <span className="sr-only"> answered</span>
        </OwnText>
      )}
    </Link>
  )
}

const AboutDialog = lazyPart(() => import('./about-dialog.tsx'), 'AboutDialog')

function AboutButton({ quiz }: Pick<Player, 'quiz'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Info />}
        onClick={() => setOpen(true)}
        className="mt-3"
        dir="ltr"
      >
        About this assessment
      </Button>
      <Suspense>{isOpen && <AboutDialog quiz={quiz} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

interface DiscProps {
  reference: string | null
  isOpen: boolean
  isDone: boolean
}

function Disc({ reference, isOpen, isDone }: DiscProps) {
  return (
    <span
      translate="no"
      className={cn(
        'grid size-7 shrink-0 place-items-center rounded-full border border-input text-12 font-semibold',
        (reference?.length ?? 0) > 2 && 'text-[10px]',
        isOpen && 'border-primary bg-primary text-primary-foreground',
        isDone && 'border-foreground bg-foreground text-background',
      )}
    >
      {isDone ? <Check aria-label="Complete" className="size-4 stroke-[2.25]" /> : reference}
    </span>
  )
}

function Statements({ player, statuses, index: open, onGo }: ElementStepperProps) {
  const content = useContentText()
  const side = useContentDirection() === 'rtl' ? 'left' : 'right'
  const { statements, element, marked, shared } = player.quiz
  const list = useRef<HTMLOListElement>(null)
  const people = usePresence((state) => state.people)
  const { isChanged } = useChanges(player.quiz)
  useEffect(() => {
    if (open !== null) list.current?.children[open]?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    <TooltipProvider>
      <ol ref={list} className="ms-5 mt-1 mb-2 border-s-2 border-track">
        {statements.map((statement, index) => {
          const status = statuses[index] ?? 'open'
          return (
            <li key={statement.id} className="-ms-0.5">
              <Tooltip text={statement.text} side={side}>
                <button
                  type="button"
                  aria-current={index === open ? 'true' : undefined}
                  onClick={() => onGo(index)}
                  className="flex min-h-9 w-full items-center gap-2 rounded-e-md border-s-3 border-transparent py-1 ps-3 pe-2 text-start text-13 text-subtle-foreground hover:bg-muted aria-[current=true]:border-primary-ui aria-[current=true]:bg-primary-tint aria-[current=true]:font-semibold aria-[current=true]:text-foreground max-lg:min-h-11"
                >
                  <StatusMark status={status} />
                  <span
                    {...content}
                    className="line-clamp-1 min-w-0 flex-1 wrap-anywhere in-aria-[current=true]:line-clamp-2"
                  >
                    <bdi translate="no" className="font-normal text-muted-foreground">
                      {statementReference(statement, element)}
                    </bdi>{' '}
                    {shortTitleOf(statement)}
                  </span>
                  {isChanged(statement.id) && <ChangedDot label="Changed since you last looked" />}
                  <Initials people={people.filter((one) => one.statement_id === statement.id)} />
                  <OpenQuestions count={questionsAbout(shared, statement.id).length} />
                  {marked.includes(statement.id) && (
                    <Bookmark aria-label="Marked" className="size-3.5 shrink-0 fill-current" />
                  )}
                </button>
              </Tooltip>
            </li>
          )
        })}
      </ol>
    </TooltipProvider>
  )
}

function OpenQuestions({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <OwnText className="flex shrink-0 items-center gap-0.5 font-medium tabular-nums">
      <CircleQuestionMark aria-hidden="true" className="size-3.5" />
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">{openQuestionsText(count)}</span>
    </OwnText>
  )
}
