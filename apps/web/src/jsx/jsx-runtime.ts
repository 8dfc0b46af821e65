import { type ElementType, Fragment, type Key } from 'react'
import * as react from 'react/jsx-runtime'
import { type Props, apart } from './apart.ts'

export type { JSX } from 'react/jsx-runtime'
export { Fragment, jsx as jsxs }

/** The compiler calls this for each element. */
export function jsx(type: ElementType, props: Props, key?: Key) {
  return react.jsx(type, apart(type, props), key)
}
