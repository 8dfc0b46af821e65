/** The letters and signs of a format that stand for a part of the number. */
export function tokensOf(code: string): string {
  return code.replaceAll(/"[^"]*"?|[\\_*].|\[[^\]]*\]?|general/gi, '')
}

export function hasDigits(code: string): boolean {
  return /[0#?]/.test(tokensOf(code).replaceAll(/s\.0+/gi, ''))
}

/** The section of the format that the number is shown by, without its condition. */
export function sectionFor(number: number, code: string): string {
  const sections = code
    .replaceAll(/"[^"]*"?|[\\_*].|\[[^\]]*\]?|;/gs, (one) => (one === ';' ? BREAK : one))
    .split(BREAK)
  const section = sections.some((one) => CONDITION.test(one))
    ? sections.slice(0, 3).find((one, at) => isMet(number, one, at))
    : signedSection(number, sections)
  return section?.replace(CONDITION, '$1') ?? 'General'
}

const BREAK = '\0'
const CONDITION = /^((?:\[[^\]]*\])*?)\[(<[=>]?|>=?|=)\s*(-?[.\d]+)\]/

/** Beside sections with a condition, the first is for numbers above zero, and any other one for what is left. */
function isMet(number: number, section: string, at: number): boolean {
  const [, , sign = at === 0 ? '>' : '', text = '0'] = CONDITION.exec(section) ?? []
  const limit = Number(text)
  if (sign === '<>') return number !== limit
  if (number === limit) return sign === '' || sign.includes('=')
  return sign === '' || sign.includes(number < limit ? '<' : '>')
}

function signedSection(number: number, sections: string[]): string | undefined {
  const own = sections.filter((one, at) => at < 3 && !tokensOf(one).includes('@'))
  const [positive = sections[0], negative = positive, zero = positive] = own
  if (number === 0) return zero
  return number > 0 ? positive : negative
}

/** Letters that stand for nothing here, such as quarters and weeks, and digits of another script. */
export function isUnknown(section: string): boolean {
  const rest = tokensOf(section).replaceAll(hasDigits(section) ? /e[+-]/gi : KNOWN, '')
  return /\p{L}/u.test(rest) || /\[(?:db|nat)num[1-9]/i.test(section)
}

const KNOWN = /am\/pm|a\/p|aaa+|[ymdhsberg年月日号號时時点點分秒년월일시분초]/gi

/** Eras (`g`, `e`, `r`), the Hijri calendar (`B2`), and calendars that a locale names, have other years. */
export function isOtherCalendar(code: string): boolean {
  if (hasDigits(code)) return false
  const tokens = tokensOf(code)
  if (/[ger]|b2/i.test(tokens)) return true
  return (
    /[ydb]|mmm/i.test(tokens) && [...code.matchAll(/\[[^\]]*\]/g)].some(([one]) => namesOther(one))
  )
}

/** `[$-D07041E]` and `[$-th-TH,107]` name the Thai calendar by its number, and LibreOffice writes `[~buddhist]`. */
function namesOther(locale: string): boolean {
  if (locale.startsWith('[~')) return !/^\[~gregorian\]$/i.test(locale)
  const [, old, after] = /^\[\$.*?(?:-([\da-f]{3,8})|,([\da-f]{1,4}))\]$/i.exec(locale) ?? []
  const calendar =
    old === undefined ? Number.parseInt(after ?? '0', 16) : Number.parseInt(old, 16) >> 16
  // The highest bit asks for the first year of an era to be named.
  return !GREGORIAN.has(calendar & 0x7f)
}

const GREGORIAN = new Set([0, 1, 2, 9, 10, 11, 12])
