import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { ContentSetDetails } from 'contract/content-sets'
import { showToast } from '#core/toast.ts'
import { useBuilder, useSaving } from '#features/content/builder-context.ts'

/** What was a draft is read anew as an edition: its elements have other ids. */
export function useShowEdition(id: number) {
  const router = useRouter()
  return useCallback(async () => {
    const params = { id: String(id) }
    await router.navigate({ to: '/admin/content-sets/$id', params, replace: true })
    await router.invalidate()
  }, [router, id])
}

export function useOthersPublication({ id, version }: ContentSetDetails) {
  const { publishedBy } = useSaving()
  const { isOnDevice } = useBuilder()
  const show = useShowEdition(id)
  useEffect(() => {
    // What is kept nowhere else stays in sight.
    if (publishedBy === null || !isOnDevice()) return
    void show().then(() =>
      showToast({
        title: `Version ${version} has been published by ${publishedBy}`,
        description: 'It cannot be edited any more. Changes go into its next version.',
      }),
    )
  }, [publishedBy, isOnDevice, show, version])
}
