/** Has the field name the chosen option, which is then read out: cmdk forgets to when the options are new. */
export function nameChosen(root: HTMLElement | null) {
  if (!root) return undefined
  const observer = new MutationObserver(() => {
    const chosen = root.querySelector('[role=option][aria-selected=true]')?.id ?? ''
    const field = root.querySelector('[role=combobox]')
    if (field?.getAttribute(NAMED) !== chosen) field?.setAttribute(NAMED, chosen)
  })
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-selected', NAMED],
  })
  return () => observer.disconnect()
}

const NAMED = 'aria-activedescendant'
