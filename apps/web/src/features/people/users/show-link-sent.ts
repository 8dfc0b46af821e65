import { showSuccess } from '#core/toast.ts'

export function showLinkSent(email: string, isMailOff: boolean | undefined) {
  if (isMailOff)
    showSuccess(
      'Link created',
      `Email is turned off, so the email to ${email} is on hold. If the link expires before email is turned on, send it again.`,
    )
  else showSuccess('Link sent', `Sent to ${email}`)
}
