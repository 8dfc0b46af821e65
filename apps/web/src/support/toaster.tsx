import { dismissToast, useToast } from '#core/toast.ts'
import { ToastRegion } from '#ui/toast.tsx'

export function Toaster() {
  const toast = useToast((state) => state.toast)
  return <ToastRegion toast={toast?.open ? toast : undefined} onClose={dismissToast} />
}
