import { Link } from '@tanstack/react-router'
import type { User } from 'contract/account'
import {
  ChevronDown,
  FileText,
  Keyboard,
  LayoutDashboard,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Sun,
} from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { can } from '#core/can.ts'
import { initials } from '#core/initials.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { hasKeyboard, isMeantElsewhere, useShortcuts } from '#core/shortcuts.ts'
import { chooseTheme, themes, useTheme } from '#core/theme.ts'
import { SignOutButton, useSignOut } from '#features/identity/sign-out.tsx'
import { useScope } from '#core/tenant.ts'
import { Bell } from './bell.tsx'
import { Menu, MenuItem, MenuSegment, MenuSeparator } from '#ui/menu.tsx'

/** The user's menu; only a sign-out button until the terms are accepted. */
export function UserCorner({ user }: { user: User }) {
  if (!user.tc_accepted) return <SignOutButton />
  return (
    <>
      {can(user, 'access-to-private-area') && <Bell userId={user.id} />}
      <UserMenu user={user} />
    </>
  )
}

const THEMES = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'System', icon: <Monitor /> },
]

const ShortcutsDialog = lazyPart(() => import('#support/shortcuts-dialog.tsx'), 'ShortcutsDialog')

function UserMenu({ user }: { user: User }) {
  const { signOut, dialog } = useSignOut()
  const [isShowing, setShowing] = useState(false)
  useQuestionMark(() => setShowing(true))
  return (
    <>
      <Menu trigger={<Trigger name={user.name} />} className="w-72" modal={false}>
        <Person user={user} />
        <MenuSeparator />
        <ThemeChoice />
        <MenuSeparator />
        <Places user={user} onShortcuts={() => setShowing(true)} />
        <MenuItem icon={<LogOut />} onSelect={() => void signOut()}>
          Sign out
        </MenuItem>
      </Menu>
      {dialog}
      <Suspense>{isShowing && <ShortcutsDialog onClose={() => setShowing(false)} />}</Suspense>
    </>
  )
}

/** `?` shows the shortcuts on every page. */
function useQuestionMark(show: () => void) {
  const { isOn } = useShortcuts()
  useEffect(() => {
    if (!isOn) return undefined
    function listen(event: KeyboardEvent) {
      if (event.key !== '?' || isMeantElsewhere(event)) return
      event.preventDefault()
      show()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}

// Radix passes attributes that the button needs.
function Trigger({ name, ...attributes }: { name: string }) {
  return (
    <button
      type="button"
      {...attributes}
      className="flex min-h-11 min-w-11 items-center gap-2.5 rounded-md"
    >
      <span className="sr-only">
        Your menu, <span translate="no">{name}</span>
      </span>
      <Avatar name={name} />
      <ChevronDown className="size-4.5 stroke-[1.75] text-subtle-foreground" />
    </button>
  )
}

function Person({ user }: { user: User }) {
  return (
    <div className="flex items-center gap-3 px-2.5 py-2.5">
      <Avatar name={user.name} />
      <div translate="no" className="min-w-0">
        <p className="truncate text-15 font-semibold">{user.name}</p>
        <p className="truncate text-13 text-muted-foreground">{user.email}</p>
      </div>
    </div>
  )
}

function ThemeChoice() {
  const theme = useTheme((state) => state.theme)
  return (
    <MenuSegment
      label="Theme"
      options={THEMES}
      value={theme}
      onValueChange={(value) => {
        const chosen = themes.find((known) => known === value)
        if (chosen) chooseTheme(chosen)
      }}
    />
  )
}

function Places({ user, onShortcuts }: { user: User; onShortcuts: () => void }) {
  const isAdminArea = useScope() === 'admin'
  return (
    <>
      {can(user, isAdminArea ? 'access-to-private-area' : 'access-to-admin-area') && (
        <MenuItem asChild>
          <Link to={isAdminArea ? '/' : '/admin'}>
            <LayoutDashboard />
            {isAdminArea ? 'Go to your assessment' : 'Go to admin'}
          </Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link to={isAdminArea ? '/admin/account' : '/settings'}>
          <Settings />
          Settings
        </Link>
      </MenuItem>
      {hasKeyboard() && (
        <MenuItem icon={<Keyboard />} onSelect={onShortcuts}>
          Keyboard shortcuts
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link to="/terms-of-use">
          <FileText />
          Terms of use
        </Link>
      </MenuItem>
    </>
  )
}

function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      translate="no"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-primary-tint-strong text-13 font-semibold text-primary-text select-none"
    >
      {initials(name)}
    </span>
  )
}
