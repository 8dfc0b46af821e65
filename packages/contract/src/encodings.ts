/** Encodings of texts without Unicode, by script, with the name by which browsers know them. */
export const ENCODINGS: Record<string, Record<string, string>> = {
  Latin: {
    'windows-1252': 'Western European (Windows-1252)',
    macintosh: 'Western European (Mac)',
    cp850: 'Western European (DOS 850)',
    cp437: 'English (DOS 437)',
    'iso-8859-15': 'Western European (ISO 8859-15)',
    'windows-1250': 'Central European (Windows-1250)',
    'iso-8859-2': 'Central European (ISO 8859-2)',
    cp852: 'Central European (DOS 852)',
    'iso-8859-16': 'Romanian (ISO 8859-16)',
    'windows-1257': 'Baltic (Windows-1257)',
    'iso-8859-13': 'Baltic (ISO 8859-13)',
    'iso-8859-4': 'Baltic (ISO 8859-4)',
    'iso-8859-10': 'Nordic (ISO 8859-10)',
    'iso-8859-14': 'Celtic (ISO 8859-14)',
    'iso-8859-3': 'Maltese, Esperanto (ISO 8859-3)',
    'windows-1254': 'Turkish (Windows-1254)',
    'windows-1258': 'Vietnamese (Windows-1258)',
  },
  Cyrillic: {
    'windows-1251': 'Cyrillic (Windows-1251)',
    'koi8-r': 'Russian (KOI8-R)',
    'koi8-u': 'Ukrainian (KOI8-U)',
    ibm866: 'Cyrillic (DOS 866)',
    'iso-8859-5': 'Cyrillic (ISO 8859-5)',
    'x-mac-cyrillic': 'Cyrillic (Mac)',
  },
  Greek: {
    'windows-1253': 'Greek (Windows-1253)',
    'iso-8859-7': 'Greek (ISO 8859-7)',
  },
  Hebrew: {
    'windows-1255': 'Hebrew (Windows-1255)',
    'iso-8859-8': 'Hebrew (ISO 8859-8)',
  },
  Arabic: {
    'windows-1256': 'Arabic (Windows-1256)',
    'iso-8859-6': 'Arabic (ISO 8859-6)',
  },
  Thai: { 'windows-874': 'Thai (Windows-874, TIS-620)' },
  Japanese: {
    shift_jis: 'Japanese (Shift-JIS)',
    'euc-jp': 'Japanese (EUC-JP)',
    'iso-2022-jp': 'Japanese (ISO-2022-JP)',
  },
  Chinese: {
    gb18030: 'Simplified Chinese (GBK, GB 18030)',
    big5: 'Traditional Chinese (Big5)',
  },
  Korean: { 'euc-kr': 'Korean (EUC-KR)' },
}

/** The upper half of encodings of DOS that browsers don't know. */
const DOS: Record<string, string> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

/** Throws in strict mode if the bytes have no meaning in this encoding. The last letter may be cut off. */
export function decodeAs(bytes: Uint8Array, encoding: string, isStrict = false): string {
  const upper = DOS[encoding]
  if (upper === undefined)
    return new TextDecoder(encoding, { fatal: isStrict }).decode(bytes, { stream: true })
  return Array.from(bytes, (byte) => upper[byte - 128] ?? String.fromCharCode(byte)).join('')
}
