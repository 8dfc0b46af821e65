import { ContentSetFile } from 'contract/content-format'
import { asOneLine } from 'contract/fields'

/** Texts that a program could run, follow, misread or lose. Each ends in a unique word. */
export const HOSTILE_TEXTS = [
  // Browsers.
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<style>@import "https://evil.example/x.css"</style>',
  '<base href="https://evil.example/">',
  '<form action=https://evil.example><input name=x autofocus onfocus=alert(1)>',
  '<math><mtext></form><mglyph><style></math><img src onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\\u003cscript\\u003ealert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  // Markdown.
  '[x](javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '![x](https://evil.example/pixel.png)',
  '[x]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '[x](vbscript:msgbox)',
  '`<script>alert(1)</script>`',
  // Spreadsheets.
  '=1+1',
  '=HYPERLINK("https://evil.example","x")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(A1:A9)',
  '=IMPORTXML("https://evil.example","//a")',
  '＝1+1',
  '%0A=1+1',
  '_x0041_',
  "'=1+1",
  '1,2;3\t4',
  '"quoted", "twice""',
  // Typesetters.
  '#read("/etc/passwd")',
  '#import "secrets.typ": *',
  '#eval("1 + 1")',
  '#panic()',
  '$ x^2 $ @reference <label>',
  '"] #read("x") [= Heading',
  '\\input{/etc/passwd}',
  '*bold _it_ `raw` // no comment /* at all */',
  // Databases, shells, mails, logs.
  "'; drop table users; --",
  "' or 1=1 --",
  '$(touch /tmp/x) `id`',
  '../../etc/passwd',
  '%s %n %x',
  '%(name)s {0}',
  'x\nBcc: victim@example.org',
  '{"level":50,"msg":"forged"}',
  '__proto__',
  'constructor',
  // Letters.
  'שלום العربية \u202eabc\u202c',
  '👩‍💻🏳️‍🌈🙂',
  'Z͑ͫaͣl̈g̈o 日本語 ﷺ',
  'ﬁ ＡＢＣ \u200b\u00ad İı ß',
].map((text, index) => `${text} end${index}`)

/** A set with each text in every field of an element, titles and labels as one line, and the first text in the fields of the set. */
export function hostileSet(texts: readonly string[]): ContentSetFile {
  const [first = ''] = texts
  return ContentSetFile.parse({
    format: 'content-set/1',
    title: asOneLine(`Set ${first}`),
    description: first,
    source: asOneLine(first),
    licence: first,
    introduction: `Introduction ${first}`,
    certificationBands: [{ label: asOneLine(first), minOverall: 90, minElement: 0 }],
    elements: texts.map((text, e) => ({
      key: `E${e}`,
      title: asOneLine(`Element ${text}`),
      description: text,
      group: asOneLine(`Group ${text}`),
      reportBands: [{ from: 0, to: 100, title: asOneLine(`Band ${text}`), text }],
      statements: [1, 2].map((s) => ({
        key: `E${e}-${s}`,
        text: `Says ${text}`,
        guidance: text,
        responses: [1, 2].map((r) => ({
          key: `E${e}-${s}-${r}`,
          label: asOneLine(`Label ${text}`),
          description: text,
          value: r,
          action: `Action ${text}`,
        })),
      })),
    })),
  })
}
