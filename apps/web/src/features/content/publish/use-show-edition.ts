import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { ContentSetDetails } from 'contract/content-sets'
import { useCallback, useEffect } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { useBuilder, useSaving } from '#features/content/builder-context.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'

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

/** Begins the next version of a published set, or goes to the draft that is there already. */
export function useNewVersion() {
  const navigate = useNavigate()
  const changed = useContentChanged()
  return useMutation({
    mutationFn: (id: number) => api.editions.newVersion.call({ params: { id } }),
    onSuccess: async ({ id }) => {
      await changed()
      await navigate({ to: '/admin/content-sets/$id', params: { id: String(id) } })
    },
    onError: ({ message }) =>
      showToast({
        variant: 'destructive',
        title: 'The new version was not begun',
        description: message,
      }),
  })
}
