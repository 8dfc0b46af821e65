/** Spreadsheets undo escapes such as `_x0041_`, and the writer loses words that name a property of every object. */
export function workbookText(text: string) {
  return text in {}
    ? escaped(text.charAt(0)) + text.slice(1)
    : text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, escaped)
}

function escaped(character: string) {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}
