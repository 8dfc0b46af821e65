import type { Shortcut } from '#ui/shortcut-list.tsx'

interface PageShortcut extends Shortcut {
  /** What a page has that knows this key. */
  on: string
  /** A single key, which users can turn off. */
  isSingle?: true
}

const ANSWER = 'h1#statement'
const REVIEW = 'h2#statement'
const CERTIFIED = 'fieldset:enabled [name=certified]'
const REMARK = '#remark:not([readonly])'
const BUILDER = '[role=tree]'
const EVERY_PAGE = 'body'

/** All keys of all pages. One means the same wherever it works: N writes, A shows files, L comes back later. */
export const SHORTCUTS: PageShortcut[] = [
  {
    keys: ['1', '…', '9', '0'],
    effect: 'Choose the response with this number for “Where are we now?” (0 for number 10)',
    on: ANSWER,
    isSingle: true,
  },
  {
    keys: ['Shift', '1', '…', '0'],
    effect: 'Choose the response with this number for “Where do we want to be?”',
    on: ANSWER,
    isSingle: true,
  },
  {
    keys: ['1', '…', '9', '0'],
    effect: 'Choose the certified response with this number (0 for number 10)',
    on: CERTIFIED,
    isSingle: true,
  },
  {
    keys: ['C'],
    effect: 'Confirm as declared and go to the next unreviewed statement',
    on: '[aria-keyshortcuts=C]',
    isSingle: true,
  },
  { keys: ['↑', '↓'], effect: 'Previous or next response', on: `${ANSWER}, ${CERTIFIED}` },
  { keys: ['←', '→'], effect: 'Switch between current and future responses', on: ANSWER },
  { keys: ['Space'], effect: 'Choose the highlighted response', on: `${ANSWER}, ${CERTIFIED}` },
  {
    keys: ['Enter'],
    effect:
      'Next statement, or check your answers after the last. If you haven’t chosen a target, it becomes the same as now.',
    on: ANSWER,
  },
  { keys: ['Enter'], effect: 'Complete the element', on: '#check-answers' },
  { keys: ['Enter'], effect: 'Create the report', on: '#create-report' },
  { keys: ['Enter'], effect: 'Next statement (when a response is selected)', on: REVIEW },
  {
    keys: ['Alt', '←'],
    effect: 'Previous statement',
    on: `${ANSWER}, ${REVIEW}, #check-answers, #create-report`,
  },
  { keys: ['Alt', '→'], effect: 'Next statement', on: `${ANSWER}, ${REVIEW}` },
  { keys: ['Backspace'], effect: 'Undo your last answer', on: '#undo', isSingle: true },
  { keys: ['N'], effect: 'Notes', on: '#note', isSingle: true },
  { keys: ['N'], effect: 'Write a remark', on: REMARK, isSingle: true },
  { keys: ['Ctrl', 'Enter'], effect: 'Next statement (from the remark)', on: REMARK },
  { keys: ['A'], effect: 'Attachments', on: '#attach', isSingle: true },
  { keys: ['A'], effect: 'Open or close the first attachment', on: '#files', isSingle: true },
  { keys: ['X'], effect: 'Does not apply to us', on: '#does-not-apply', isSingle: true },
  { keys: ['L'], effect: 'Mark the statement for later', on: '#mark', isSingle: true },
  {
    keys: ['L'],
    effect: 'Flag the statement to come back to it later',
    on: '[aria-keyshortcuts=L]',
    isSingle: true,
  },
  { keys: ['Ctrl', 'Z'], effect: 'Undo', on: BUILDER },
  { keys: ['Ctrl', 'Shift', 'Z'], effect: 'Redo', on: BUILDER },
  { keys: ['Alt', '↑', '↓'], effect: 'Move the selected part of the outline', on: BUILDER },
  { keys: ['Ctrl', 'S'], effect: 'Save', on: `[aria-keyshortcuts="Control+S"], ${BUILDER}` },
  { keys: ['/'], effect: 'Filter the list', on: 'main search [type=search]', isSingle: true },
  { keys: ['Ctrl', 'K'], effect: 'Find anything', on: '[aria-keyshortcuts="Control+K"]' },
  { keys: ['F8'], effect: 'Go to the notification', on: '[aria-label*=F8]' },
  { keys: ['?'], effect: 'Show shortcuts', on: EVERY_PAGE, isSingle: true },
]

/** The keys that do something on the page that is shown. */
export function shortcutsOf(page: ParentNode, isSingleOn: boolean) {
  return SHORTCUTS.filter(
    ({ on, isSingle }) => (isSingleOn || !isSingle) && page.querySelector(on) !== null,
  )
}
