import { Monitor, Moon, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTheme } from '#core/theme.ts'
import { IconButton } from '#ui/button.tsx'

export interface PreviewLook {
  isDesktop: boolean
  isDark: boolean
}

/** Of the preview that the builder is given. */
export interface PreviewProps {
  look: PreviewLook
  isWide?: boolean
}

export function usePreviewLook() {
  const { theme } = useTheme()
  const isPageDark = theme !== 'light' && document.documentElement.classList.contains('dark')
  return useState<PreviewLook>({ isDesktop: false, isDark: isPageDark })
}

interface PreviewToolsProps {
  look: PreviewLook
  onLook: (look: PreviewLook) => void
}

export function PreviewTools({ look, onLook }: PreviewToolsProps) {
  const { isDesktop, isDark } = look
  const tools = [
    { label: 'Phone', Icon: Smartphone, isOn: !isDesktop, next: { ...look, isDesktop: false } },
    { label: 'Desktop', Icon: Monitor, isOn: isDesktop, next: { ...look, isDesktop: true } },
    { label: 'Dark', Icon: Moon, isOn: isDark, next: { ...look, isDark: !isDark } },
  ]
  return (
    <div role="toolbar" aria-label="Preview as" className="flex">
      {tools.map(({ label, Icon, isOn, next }) => (
        <IconButton
          key={label}
          size="xs"
          label={label}
          icon={<Icon />}
          aria-pressed={isOn}
          onClick={() => onLook(next)}
          className="aria-pressed:bg-muted"
        />
      ))}
    </div>
  )
}
