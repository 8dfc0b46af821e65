import { create } from 'zustand'
import { localKeys, storeQuietly } from '#core/storage-keys.ts'

/** Whether single keys act in the assessment; only Off is kept. */
export const useShortcuts = create<{ isOn: boolean }>(() => ({
  isOn: localStorage.getItem(localKeys.shortcuts) !== 'off',
}))

export function switchShortcuts(isOn: boolean) {
  storeQuietly(localStorage, localKeys.shortcuts, isOn ? null : 'off')
  useShortcuts.setState({ isOn })
}
