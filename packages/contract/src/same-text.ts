const UNSEEN = /[^\P{Cc}\s]|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Without control characters and what no one sees; spaces and breaks stay. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(UNSEEN, '')
}

/** Texts that people can't tell apart become the same: without what no one sees, and with one kind of space. */
export function sameText(text: string): string {
  return withoutUnseen(text)
    .replaceAll(/[\s\u2800]+/g, ' ')
    .trim()
}
