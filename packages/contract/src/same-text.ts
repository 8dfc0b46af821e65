const UNSEEN = /[^\P{Cc}\s]|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Texts that people can't tell apart become the same: without what no one sees, and with one kind of space. */
export function sameText(text: string): string {
  return text
    .replaceAll(UNSEEN, '')
    .replaceAll(/[\s\u2800]+/g, ' ')
    .trim()
}
