const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/**
 * A title or name inside plain text (a page title, toast or option), where no `<bdi>` can keep its direction apart.
 * Texts from left to right need no marks.
 */
export function isolated(text: string) {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}
