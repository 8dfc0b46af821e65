import { showToast } from '#core/toast.ts'

/** The one case in which a choice does not stand: the browser itself refused to keep it. */
export function showNotKept() {
  showToast({
    variant: 'destructive',
    title: 'This answer could not be kept',
    description: 'The browser has no room for it. Free some space, then choose again.',
  })
}
