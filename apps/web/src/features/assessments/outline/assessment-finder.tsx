import { useRouter } from '@tanstack/react-router'
import type { ElementProgress } from 'contract/assessments'
import { searchNorm } from 'contract/search-norm'
import { useState } from 'react'
import { referenceOf, statementReference } from 'rules/reference'
import { findElements } from '#features/assessments/find-elements.ts'
import { FinderDialog, type FinderGroup, type FinderItem } from '#support/finder-dialog.tsx'
import { type OutlinedStatement, useOutline } from './live-outline.ts'
import type { Player } from '#features/assessments/player/use-player.ts'

export interface SearchedAssessment {
  id: number
  elements: readonly ElementProgress[]
  language: string | null
}

interface AssessmentFinderProps {
  assessment: SearchedAssessment
  /** Of the open element, whose statements are shown without leaving the page. */
  player?: Player | undefined
  onShow?: ((index: number) => void) | undefined
  onClose: () => void
}

const MOST = 8

/** Finds elements, statements and notes of the assessment. */
export function AssessmentFinder(props: AssessmentFinderProps) {
  const { assessment, player, onShow, onClose } = props
  const [typed, setTyped] = useState('')
  const router = useRouter()
  const { statements, isPending, isError, refetch } = useOutline(assessment.id, player)

  function open({ to }: FinderItem) {
    onClose()
    const [path, hash] = to.split('#statement-')
    if (!player || path !== pathTo(assessment, player.quiz.element.id))
      return router.history.push(to)
    const index = player.quiz.statements.findIndex(({ id }) => String(id) === hash)
    if (index !== -1) onShow?.(index)
  }

  return (
    <FinderDialog
      placeholder="Find an element, a statement or a note"
      groups={groupsOf(assessment, statements, typed)}
      typed={typed}
      onType={setTyped}
      isBusy={isPending && !isError}
      failure={isError ? 'The search failed.' : undefined}
      onRetry={() => void refetch()}
      onOpen={open}
      onClose={onClose}
    />
  )
}

function pathTo({ id, elements }: SearchedAssessment, elementId: number) {
  const isComplete = elements.find((element) => element.id === elementId)?.is_complete
  return `/assessment/${id}${isComplete ? '/edit' : ''}?elementId=${elementId}`
}

function groupsOf(
  assessment: SearchedAssessment,
  statements: readonly OutlinedStatement[],
  typed: string,
): FinderGroup[] {
  const { elements, language } = assessment
  const numbers = new Map(elements.map(({ id, number }) => [id, number]))
  const text = searchNorm(typed.trim())
  const has = (...texts: (string | null)[]) => searchNorm(texts.join('\n')).includes(text)
  const itemOf = (statement: OutlinedStatement) => {
    const number = numbers.get(statement.element_id) ?? 0
    const reference = statementReference(statement, { number })
    return {
      reference,
      to: `${pathTo(assessment, statement.element_id)}#statement-${statement.id}`,
    }
  }
  const listed = statements.map((statement) => ({ ...statement, ...itemOf(statement) }))
  const found = text === '' ? [] : listed
  const groups: FinderGroup[] = [
    {
      title: 'Elements',
      items: findElements(elements, typed)
        .slice(0, MOST)
        .map((element) => ({
          kind: 'element',
          to: pathTo(assessment, element.id),
          label: `${referenceOf(element)} ${element.title}`,
          language,
        })),
    },
    {
      title: 'Statements',
      items: found
        .filter(({ reference, short_title, text: own }) => has(`${reference} ${own}`, short_title))
        .slice(0, MOST)
        .map(({ reference, to, text: own }) => ({
          kind: 'statement',
          to,
          label: `${reference} ${own}`,
          language,
        })),
    },
    {
      title: 'Notes',
      items: found
        .filter(({ note }) => note !== '' && has(note))
        .slice(0, MOST)
        .map(({ reference, to, note }) => ({ kind: 'note', to, label: note, detail: reference })),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
