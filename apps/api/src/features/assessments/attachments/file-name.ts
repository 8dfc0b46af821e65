import { capMarks } from 'contract/clean-text'

const LONGEST = 120

/** Joiners and variants shape other letters and emoji, but nothing at the start or after a letter of ASCII. */
const IDLE_JOINERS = /(?<![^\0-\x7f])(?:\p{Join_Control}|\p{Variation_Selector})+/gu

/** Invisible characters, and those that turn the text around them. */
const UNSEEN =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]--\p{Join_Control}--\p{Variation_Selector}]/gv

/** Device names of Windows. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A name that is safe to show and to save: no folders, no invisible characters, not too long. */
export function safeFileName(name: string): string {
  const last = capMarks(name)
    .normalize('NFC')
    .split(/[/\\]/)
    .findLast((part) => part.trim() !== '')
  const seen = (last ?? '')
    .replace(UNSEEN, '')
    .replace(IDLE_JOINERS, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
  const bare = seen.replace(/^[. ]+|[. ]+$/g, '')
  const named = bare === '' ? 'file' : bare
  return shortened(DEVICE.test(named) ? `_${named}` : named)
}

/** The name with an ending of its type, so that it can't be opened as another. */
export function withFileExtension(name: string, endings: readonly string[]): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && endings.includes(ending)
    ? name
    : shortened(`${name}.${endings[0]}`)
}

function shortened(name: string): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,10})?$/s.exec(name) ?? []
  const room = LONGEST - ending.length
  if (stem.length <= room) return name
  // A half of a surrogate pair is no character.
  const start = stem.slice(0, room - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${start}…${ending}`
}
