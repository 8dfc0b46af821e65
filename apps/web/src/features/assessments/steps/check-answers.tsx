import type { Quiz, Statement } from 'contract/assessments'
import { Bookmark } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { plural } from 'rules/plural'
import { statementReference } from 'rules/reference'
import { elementNames } from 'rules/element-names'
import { Alert } from '#ui/alert.tsx'
import { ContentText, useContentDirection } from '#ui/content-text.tsx'
import { AtLeast } from './at-least.tsx'
import { changeId, CheckRow } from './check-row.tsx'
import { shortTitleOf } from '#features/assessments/outline/statement-status.ts'
import { type MissingAnswers, sameText } from '#features/assessments/answering/progress.ts'
import { useEnter } from './use-enter.ts'
import type { Player } from '#features/assessments/player/use-player.ts'

interface CheckAnswersProps {
  player: Player
  isOpen: boolean
  /** What a refused completion found, again for each attempt. */
  missing: MissingAnswers | null
  onChange: (index: number) => void
  onEnter: () => void
}

/** All answers of the element, to be checked before it is completed. */
export function CheckAnswers(props: CheckAnswersProps) {
  const { player, isOpen, missing, onChange } = props
  const { element, elements, statements } = player.quiz
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  useEnter(props.onEnter, ENTER_PAUSE)
  useEffect(() => {
    const [first] = missing?.statements ?? []
    const button = first && document.getElementById(changeId(first))
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'center' })
  }, [missing])
  return (
    <div className="mx-auto max-w-[60rem]">
      <div dir={useContentDirection()} className="max-md:px-(--gutter)">
        <p className="text-13 text-subtle-foreground">
          <ContentText>{elementNames(elements)(element)}</ContentText>
        </p>
        <h1
          ref={heading}
          tabIndex={-1}
          dir="ltr"
          className="mt-1 text-start text-21 font-semibold md:text-28"
        >
          Check your answers
        </h1>
      </div>
      <div dir="ltr">
        <p className="mt-1 px-(--gutter) md:hidden">{sameText(player.answers)}.</p>
        {missing && <Missing missing={missing} quiz={player.quiz} onChange={onChange} />}
        <Marked quiz={player.quiz} onChange={onChange} />
        {isOpen && <AtLeast player={player} />}
      </div>
      <ol
        dir={useContentDirection()}
        className="mt-4 divide-y border-y bg-card md:rounded-lg md:border-x"
      >
        {statements.map((statement, index) => (
          <CheckRow
            key={statement.id}
            player={player}
            index={index}
            isOpen={isOpen}
            isMissing={missing?.statements.includes(statement) === true}
            onChange={() => onChange(index)}
          />
        ))}
      </ol>
    </div>
  )
}

/** Milliseconds. A second Enter right after the check appeared was meant for the statement before. */
const ENTER_PAUSE = 500

const MOST_LINKS = 10

interface MissingProps {
  missing: MissingAnswers
  quiz: Quiz
  onChange: (index: number) => void
}

function Missing({ missing, quiz, onChange }: MissingProps) {
  const { length } = missing.statements
  return (
    <Alert isLive variant="warning" className="mt-4 max-md:mx-(--gutter)">
      {missing.text}
      <ul className="mt-1.5">
        {missing.statements.slice(0, MOST_LINKS).map((statement) => (
          <li key={statement.id}>
            <StatementLink
              statement={statement}
              element={quiz.element}
              onPress={() => onChange(quiz.statements.indexOf(statement))}
            />
          </li>
        ))}
      </ul>
      {length > MOST_LINKS && (
        <p>{plural(length - MOST_LINKS, { one: 'And # more.', other: 'And # more.' })}</p>
      )}
    </Alert>
  )
}

/** Statements that the user wanted to come back to. Completing keeps the marks. */
function Marked({ quiz, onChange }: Pick<MissingProps, 'quiz' | 'onChange'>) {
  const marked = quiz.statements.filter(({ id }) => quiz.marked.includes(id))
  if (marked.length === 0) return null
  return (
    <section
      aria-label="Marked for later"
      className="mt-4 flex gap-2.5 rounded-lg bg-muted px-4 py-3 max-md:mx-(--gutter)"
    >
      <Bookmark aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 fill-current" />
      <div>
        <p className="font-medium">
          {plural(marked.length, {
            one: 'You marked # statement for later.',
            other: 'You marked # statements for later.',
          })}
        </p>
        <ul className="mt-1">
          {marked.slice(0, MOST_LINKS).map((statement) => (
            <li key={statement.id}>
              <StatementLink
                statement={statement}
                element={quiz.element}
                onPress={() => onChange(quiz.statements.indexOf(statement))}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

interface StatementLinkProps {
  statement: Statement
  element: Quiz['element']
  onPress: () => void
}

function StatementLink({ statement, element, onPress }: StatementLinkProps) {
  return (
    <button type="button" onClick={onPress} className="link min-h-8 text-start">
      <ContentText>
        {statementReference(statement, element)} {shortTitleOf(statement)}
      </ContentText>
    </button>
  )
}
