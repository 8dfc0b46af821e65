import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { BuilderSearch } from './builder-search.ts'
import type { Place } from '#features/content/saving/draft-state.ts'

export type View =
  | { kind: 'set' | 'set-report' | 'add-element' }
  | { kind: 'element' | 'element-report' | 'create-quiz'; elementId: number }
  | { kind: 'statement'; elementId: number; statement: string | null }

export function viewOf(search: BuilderSearch, hash: string): View {
  const { action, actionableId, elementId } = search
  if (action === 'add-element') return { kind: 'add-element' }
  const id = action === 'edit-element' ? (actionableId ?? elementId) : elementId
  if (id === undefined) return { kind: action === 'edit-report' ? 'set-report' : 'set' }
  if (action === 'edit-quiz') {
    return { kind: 'statement', elementId: id, statement: hash === '' ? null : hash }
  }
  const kind = action === undefined ? undefined : ELEMENT_VIEWS[action]
  return kind === undefined ? { kind: 'set' } : { kind, elementId: id }
}

const ELEMENT_VIEWS = {
  'edit-element': 'element',
  'edit-report': 'element-report',
  'create-quiz': 'create-quiz',
} as const

export function addressOf(view: View): { search: BuilderSearch; hash: string } {
  return { search: searchOf(view), hash: view.kind === 'statement' ? (view.statement ?? '') : '' }
}

function searchOf(view: View): BuilderSearch {
  switch (view.kind) {
    case 'set':
      return {}
    case 'set-report':
      return { action: 'edit-report' }
    case 'add-element':
      return { action: 'add-element' }
    case 'element':
      return { action: 'edit-element', actionableId: view.elementId }
    case 'element-report':
      return { action: 'edit-report', elementId: view.elementId }
    case 'create-quiz':
      return { action: 'create-quiz', elementId: view.elementId }
    default:
      // In a draft, the quiz has its element's id.
      return { action: 'edit-quiz', actionableId: view.elementId, elementId: view.elementId }
  }
}

export function viewAt({ elementId, statement }: Place, field = ''): View {
  const isReport =
    /^(introduction|certificationBands|elementBands|scoreFrom|notApplicableCounts|reportBands)/.test(
      field,
    )
  if (elementId === null) return { kind: isReport ? 'set-report' : 'set' }
  if (statement !== null) return { kind: 'statement', elementId, statement }
  return { kind: isReport ? 'element-report' : 'element', elementId }
}

export function useView() {
  const search: BuilderSearch = useSearch({ strict: false })
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const go = useCallback(
    (to: View) => {
      const { search, hash } = addressOf(to)
      void navigate({
        to: '.',
        search: { action: undefined, actionableId: undefined, elementId: undefined, ...search },
        hash,
        hashScrollIntoView: false,
        resetScroll: false,
      })
    },
    [navigate],
  )
  return { view: viewOf(search, decodeURIComponent(hash)), go }
}

export function isSameView(one: View, other: View) {
  const [a, b] = [addressOf(one), addressOf(other)]
  return a.hash === b.hash && JSON.stringify(a.search) === JSON.stringify(b.search)
}
