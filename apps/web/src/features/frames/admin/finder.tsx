import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { FinderDialog } from '#support/finder-dialog.tsx'
import { remember, useFinderItems } from './use-finder-items.ts'

export function Finder({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { groups, isBusy, failure, refetch } = useFinderItems(typed)
  const navigate = useNavigate()
  const { id } = useUser()
  const isPlatform = useTenant().is_platform
  return (
    <FinderDialog
      placeholder={
        isPlatform
          ? 'Find users, organisations, content sets and pages'
          : 'Find users, content sets and pages'
      }
      groups={groups}
      typed={typed}
      onType={setTyped}
      isBusy={isBusy}
      failure={failure}
      onRetry={() => void refetch()}
      onClose={onClose}
      onOpen={(item) => {
        remember(id, item)
        onClose()
        void navigate({ to: item.to })
      }}
    />
  )
}
