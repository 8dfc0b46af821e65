import { Monitor, Moon, Sun } from 'lucide-react'
import { switchShortcuts, useShortcuts } from '#core/shortcuts.ts'
import { chooseTheme, useTheme } from '#core/theme.ts'
import { Segment } from '#ui/segment.tsx'
import { Switch } from '#ui/switch.tsx'
import { SettingsSection } from './settings-section.tsx'

const THEMES = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'System', icon: <Monitor /> },
] as const

export function Appearance() {
  const theme = useTheme((state) => state.theme)
  const areShortcutsOn = useShortcuts((state) => state.isOn)
  return (
    <SettingsSection title="This device" meta="These settings apply to this browser only.">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium">Theme</p>
        <Segment label="Theme" options={THEMES} value={theme} onValueChange={chooseTheme} />
      </div>
      <Switch
        label="Keyboard shortcuts"
        hint="Use single-key shortcuts to answer assessments and search lists."
        checked={areShortcutsOn}
        onChange={(event) => switchShortcuts(event.target.checked)}
      />
    </SettingsSection>
  )
}
