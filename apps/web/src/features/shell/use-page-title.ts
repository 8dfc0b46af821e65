import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** `Page · Organisation`, from the deepest route that names one in its `head`; what is not there has no name. */
export function usePageTitle(organisation: string) {
  const page = useRouterState({
    select: ({ matches }) =>
      matches.some(({ status }) => status === 'notFound')
        ? 'Page not found'
        : matches.flatMap(({ meta }) => meta?.map((tag) => tag?.title)).findLast(Boolean),
  })
  useEffect(() => {
    document.title = page ? `${page} · ${organisation}` : organisation
  }, [page, organisation])
}
