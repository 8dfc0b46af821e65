/** Letters that many keyboards lack and that aren't accented. The database's `search_norm` has the same list. */
const ALIKE: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Normalises text for searches without case and accents. */
export function searchNorm(text: string): string {
  return (
    text
      .normalize('NFD')
      // Only Latin, Greek and Cyrillic accents: other scripts write vowels as marks.
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll(/[łøđðħŧıßæœþ]/g, (letter) => ALIKE[letter] ?? letter)
  )
}
