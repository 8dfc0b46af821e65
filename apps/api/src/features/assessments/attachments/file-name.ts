const LONGEST = 120

/** What shows nothing, or turns the text around it: controls, formats such as right-to-left, halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A name as it may be shown and given to a disk: without folders, without what cannot be seen, not too long. */
export function cleanName(name: string): string {
  const last = name
    .normalize('NFC')
    .split(/[/\\]/)
    .findLast((part) => part.trim() !== '')
  const seen = (last ?? '')
    .replace(UNSEEN, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
  const bare = seen.replace(/^[. ]+|[. ]+$/g, '')
  const named = bare === '' ? 'file' : bare
  return shortened(DEVICE.test(named) ? `_${named}` : named)
}

/** The name with an ending of what it is, so that nothing opens it as something else. */
export function endedAs(name: string, endings: readonly string[]): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && endings.includes(ending)
    ? name
    : shortened(`${name}.${endings[0]}`)
}

function shortened(name: string): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,10})?$/s.exec(name) ?? []
  const room = LONGEST - ending.length
  if (stem.length <= room) return name
  // Half a character is no character.
  const start = stem.slice(0, room - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${start}…${ending}`
}
