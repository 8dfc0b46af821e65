import { type ElementType, Fragment, type Key } from 'react'
import { type JSXSource, jsxDEV as create } from 'react/jsx-dev-runtime'
import { type Props, apart } from './apart.ts'

export type { JSX } from 'react/jsx-dev-runtime'
export { Fragment }

/** The same while developing, with the place in the source. */
export function jsxDEV(
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
) {
  const own = apart(type, props)
  return create(type, own, key, isStatic && Array.isArray(own.children), source, self)
}
