import type { ReactNode } from 'react'
import { create } from 'zustand'

/** The specification, section 9. */
const REMOVAL_DELAY = 100_000

export interface Toast {
  id: string
  open: boolean
  title: string
  description?: ReactNode
  variant: 'default' | 'success' | 'destructive'
  stays?: boolean | undefined
  /** Of what the user waits for. */
  percent?: number | undefined
  action?: { label: string; onClick: () => void } | undefined
}
type ToastText = Omit<Toast, 'id' | 'open' | 'variant'> & { variant?: Toast['variant'] }

export const useToast = create<{ toast: Toast | null }>(() => ({ toast: null }))

export function showToast(text: ToastText) {
  const id = crypto.randomUUID()
  useToast.setState({ toast: { variant: 'default', ...text, id, open: true } })
  return id
}

export function showSuccess(title: string, description?: string) {
  return showToast({ variant: 'success', title, description })
}

export function showFailure(title: string, description?: string) {
  return showToast({ variant: 'destructive', title, description })
}

/** For `onError` of a mutation: the error's message below the title. */
export function failureToast(title: string) {
  return ({ message }: Error) => void showFailure(title, message)
}

export function updateToast(id: string, change: Partial<Toast>) {
  useToast.setState(({ toast }) => ({ toast: toast?.id === id ? { ...toast, ...change } : toast }))
}

export function dismissToast(id: string) {
  updateToast(id, { open: false })
  setTimeout(() => {
    useToast.setState(({ toast }) => ({ toast: toast?.id === id ? null : toast }))
  }, REMOVAL_DELAY)
}
