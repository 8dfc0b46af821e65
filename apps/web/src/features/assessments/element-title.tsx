import { referenceOf } from 'rules/reference'
import { ContentText } from '#ui/content-text.tsx'
import type { ListedElement } from './element-groups.ts'

interface ElementTitleProps {
  element: ListedElement & { is_complete: boolean }
  /** Whether the reference fits into the ring before the title, where a tick replaces it. */
  fits: boolean
  /** Class name of the reference of a completed element, if references fit into the ring. */
  tickedClassName?: string | undefined
}

export function ElementTitle({ element, fits, tickedClassName }: ElementTitleProps) {
  return (
    <span className="block text-15 font-medium wrap-anywhere">
      {(!fits || element.is_complete) && (
        <span
          aria-hidden={fits || undefined}
          className={`text-muted-foreground ${(fits && tickedClassName) || ''}`}
        >
          <bdi translate="no">{referenceOf(element)}</bdi>{' '}
        </span>
      )}
      <ContentText>{element.title}</ContentText>
      {element.is_complete && <span className="sr-only">, complete</span>}
    </span>
  )
}
