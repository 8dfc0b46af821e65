import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'

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
