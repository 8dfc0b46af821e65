/** Runs in the page. Finds a visible element by its role and accessible name. */
export const FIND = `(role, name) => {
  const SELECTORS = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    textbox: 'textarea, input:not([type]), input[type=text], input[type=email], input[type=password], [contenteditable=true]',
    radio: 'input[type=radio], [role=radio]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    heading: 'h1, h2, h3',
    file: 'input[type=file]',
    text: 'main *, [role=alertdialog] *, [role=status] *, [role=region] *, body > * *',
  }
  const words = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
  const nameOf = (element) => {
    if (role === 'text') return [...element.childNodes].some(({ nodeType }) => nodeType === 3) ? words(element.textContent) : ''
    const by = element.getAttribute('aria-labelledby')
    if (by) return words(by.split(/\\s+/).map((id) => document.getElementById(id)?.textContent).join(' '))
    const label = element.getAttribute('aria-label')
    if (label) return words(label)
    if (element.labels?.length) return words([...element.labels].map(({ textContent }) => textContent).join(' '))
    return words(element.textContent)
  }
  const pattern = /^\\/(.*)\\/$/.exec(name)
  const isMeant = (text) => (pattern ? new RegExp(pattern[1]).test(text) : text === name)
  const open = [...document.querySelectorAll('[role=alertdialog], [role=dialog]')].at(-1)
  const isShown = (element) => role === 'file' || (element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null)
  const all = [...(role === 'text' ? document : (open ?? document)).querySelectorAll(SELECTORS[role])]
  const element = all.find((one) => isShown(one) && isMeant(nameOf(one))) ?? null
  const isHit = (target, x, y) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (target.contains(hit) || [...(target.labels ?? [])].some((label) => label.contains(hit)))
  }
  return {
    element: () => element,
    isThere: () => element !== null,
    isFocused: () => element !== null && element === document.activeElement,
    /** Where a press reaches it, or its label if it is drawn by that. Null until then. */
    place: () => {
      if (element === null || element.disabled || element.getAttribute('aria-disabled') === 'true') return null
      for (const target of [element, ...(element.labels ?? [])]) {
        target.scrollIntoView({ block: 'center', behavior: 'instant' })
        const box = target.getBoundingClientRect()
        const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
        if (box.width > 4 && box.height > 4 && isHit(element, x, y)) return { x, y }
      }
      return null
    },
  }
}`
