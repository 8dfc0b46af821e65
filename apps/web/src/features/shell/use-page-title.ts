import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** `Page · Organisation`, from the deepest route that names one in its `head`. */
export function usePageTitle(organisation: string) {
  const page = useRouterState({
    select: ({ matches }) => matches.flatMap(({ meta }) => meta ?? []).findLast(hasTitle)?.title,
  })
  useEffect(() => {
    document.title = page ? `${page} · ${organisation}` : organisation
  }, [page, organisation])
}

function hasTitle(meta: object | undefined): meta is { title: string } {
  return meta !== undefined && 'title' in meta && typeof meta.title === 'string'
}
