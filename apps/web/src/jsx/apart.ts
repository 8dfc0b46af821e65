import { type ElementType, Fragment, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

export interface Props {
  children?: ReactNode
}

/**
 * What is in an element, without a text beside other nodes. A browser's translation replaces texts, after which React
 * can neither change nor remove them, nor insert anything before them. So texts that follow each other become one, and
 * a text beside other nodes gets an element of its own (docs/decisions/097-translated-pages.md). The other children
 * keep their places, by which React knows them.
 */
export function apart(type: ElementType, props: Props): Props {
  const { children } = props
  if (!Array.isArray(children))
    return type === Fragment ? { ...props, children: own(children) } : props
  if (!children.some(isText)) return props
  const all: ReactNode[] = [...children]
  let start = -1
  let isAlone = true
  children.forEach((child: ReactNode, place) => {
    if (isText(child)) {
      if (start < 0) start = place
      else {
        all[start] = `${all[start] as string}${child}`
        all[place] = null
      }
    } else if (child && child !== true) {
      start = -1
      isAlone = false
    }
  })
  return isAlone
    ? apart(type, { ...props, children: all[start] })
    : { ...props, children: all.map(own) }

  /** A text in an element of its own, which in a drawing is a part of the text. */
  function own(child: ReactNode): ReactNode {
    if (!isText(child) || !`${child}`.trim()) return child
    return jsx(type === 'text' || type === 'tspan' ? 'tspan' : 'span', { children: child })
  }
}

function isText(child: ReactNode): child is string | number {
  return typeof child === 'string' || typeof child === 'number'
}
