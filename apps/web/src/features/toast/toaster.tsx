import { dismissToast, useToast } from '#core/toast.ts'
import { ToastRegion } from '#ui/toast.tsx'

export function Toaster() {
  const toast = useToast((state) => state.toast)
  return (
    <ToastRegion
      toast={toast?.open ? { ...toast, action: asAction(toast.action) } : undefined}
      onClose={dismissToast}
    />
  )
}

function asAction(action: { label: string; onClick: () => void } | undefined) {
  return action && { label: action.label, onAction: action.onClick }
}
