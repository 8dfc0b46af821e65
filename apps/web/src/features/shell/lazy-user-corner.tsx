import { lazy } from 'react'

/** Loaded after the page, because visitors don't need it. */
export const LazyUserCorner = lazy(() =>
  import('./user-corner.tsx').then((module) => ({ default: module.UserCorner })),
)
