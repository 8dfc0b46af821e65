import type { Shortcut } from '#ui/shortcut-list.tsx'

/** All keys of an assessment. The user's switch turns the single ones off. */
export const PLAYER_SHORTCUTS: (Shortcut & { isSingle?: true })[] = [
  {
    keys: ['1', '…', '9', '0'],
    effect: 'Where are we now? (The response with this number; 0 also chooses number 10.)',
    isSingle: true,
  },
  { keys: ['Shift', '1', '…', '0'], effect: 'Where do we want to be?', isSingle: true },
  { keys: ['↑', '↓'], effect: 'Previous or next response' },
  { keys: ['←', '→'], effect: 'Switch between current and future responses' },
  { keys: ['Space'], effect: 'Choose the highlighted response' },
  {
    keys: ['Enter'],
    effect:
      'Go to the next statement. After the last statement, check your answers and complete the element.',
  },
  { keys: ['Alt', '←'], effect: 'Previous statement' },
  { keys: ['Alt', '→'], effect: 'Next statement' },
  { keys: ['Backspace'], effect: 'Undo your last answer', isSingle: true },
  { keys: ['N'], effect: 'Notes', isSingle: true },
  { keys: ['A'], effect: 'Attachments', isSingle: true },
  { keys: ['X'], effect: 'Does not apply to us', isSingle: true },
  { keys: ['L'], effect: 'Mark the statement for later', isSingle: true },
  { keys: ['Ctrl', 'K'], effect: 'Find an element, a statement or a note' },
  { keys: ['?'], effect: 'Show this list', isSingle: true },
]
