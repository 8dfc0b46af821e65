import { lazy } from 'react'

export const LazySuspendedPage = lazy(() =>
  import('./suspended-page.tsx').then((module) => ({ default: module.SuspendedPage })),
)
