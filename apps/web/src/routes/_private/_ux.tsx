import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { useFreshAnswers } from '#features/assessment/use-fresh-answers.ts'
import { useEffect } from 'react'
import { requireSecondStep, requireTerms } from '#features/session/guards.ts'
import { SiteFrame } from '#features/shell/site-frame.tsx'
import { preloadToaster } from '#features/toast/lazy-toaster.tsx'

export const Route = createFileRoute('/_private/_ux')({
  beforeLoad: ({ context, location }) => {
    requireTerms(context, location)
    requireSecondStep(context, location)
  },
  component: UserArea,
})

function UserArea() {
  useEffect(preloadToaster, [])
  useFreshAnswers()
  const isAssessment = useLocation({
    select: ({ pathname }) => pathname.startsWith('/assessment/'),
  })
  if (isAssessment) return <Outlet />
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}
