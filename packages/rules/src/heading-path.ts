/** Between the headings of a path. Readers of right-to-left texts see it mirrored. */
export const PATH_SEPARATOR = ' › '

type Placed = { group?: string | null | undefined; path?: readonly string[] | null | undefined }

/** The headings above an element, outermost first. Blank ones of a draft are left out. */
export function headingsOf({ group, path }: Placed): string[] {
  return [...(path ?? []), ...(path ? [] : [group ?? ''])].map((one) => one.trim()).filter(Boolean)
}

/** What an element is listed under: its group, or all headings of its path. Empty without any. */
export function groupOf(element: Placed): string {
  return headingsOf(element).join(PATH_SEPARATOR)
}
