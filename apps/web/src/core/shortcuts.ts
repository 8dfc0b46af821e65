import { create } from 'zustand'
import { localKeys, storeQuietly } from '#core/storage-keys.ts'

export const useShortcuts = create<{ isOn: boolean }>(() => ({
  isOn: localStorage.getItem(localKeys.shortcuts) !== 'off',
}))

export function switchShortcuts(isOn: boolean) {
  storeQuietly(localStorage, localKeys.shortcuts, isOn ? null : 'off')
  useShortcuts.setState({ isOn })
}

export function isTyping(target: EventTarget | null) {
  return isWithin(
    target,
    'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
  )
}

/** Whether a key belongs to a field, a dialog or a menu, or to the browser. */
export function isMeantElsewhere(event: KeyboardEvent) {
  const { ctrlKey, metaKey, altKey, defaultPrevented, target } = event
  if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target)) return true
  return isOverlaid()
}

/** Whether a dialog or a menu is open. One that is closing takes no more keys. */
export function isOverlaid() {
  return (
    document.querySelector(':is([role$=dialog], [role=menu]):not([data-state=closed])') !== null
  )
}

/** Phones and tablets have none, usually. On one that has, `?` works all the same. */
export function hasKeyboard() {
  return !matchMedia('(pointer: coarse)').matches
}

/** Without instanceof, because elements in frames have other classes. */
export function isWithin(target: EventTarget | null, selector: string) {
  return target !== null && 'closest' in target && (target as Element).closest(selector) !== null
}
