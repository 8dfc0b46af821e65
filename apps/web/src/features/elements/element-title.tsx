import { referenceOf } from 'rules/reference'
import { ContentText } from '#ui/content-text.tsx'
import type { Listed } from './element-groups.ts'

interface ElementTitleProps {
  element: Listed & { is_complete: boolean }
  /** Whether the reference is in the ring, which a tick replaces. */
  fits: boolean
  /** For a reference in the ring: where the tick's row has none. */
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
          <bdi>{referenceOf(element)}</bdi>{' '}
        </span>
      )}
      <ContentText>{element.title}</ContentText>
      {element.is_complete && <span className="sr-only">, complete</span>}
    </span>
  )
}
