import { lazy } from 'react'

/** Menu and dialog come after the page: nobody presses them first, and visitors have neither. */
export const LazyUserCorner = lazy(() =>
  import('./user-corner.tsx').then((module) => ({ default: module.UserCorner })),
)
