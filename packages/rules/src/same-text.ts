const UNSEEN = /[^\P{Cc}\s]|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** The contract's rule of the same name: without what no one sees, and with one kind of space. */
export function sameText(text: string): string {
  return text
    .replaceAll(UNSEEN, '')
    .replaceAll(/[\s\u2800]+/g, ' ')
    .trim()
}
