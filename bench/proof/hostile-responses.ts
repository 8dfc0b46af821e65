/** SAML responses of 64 KB, which anyone can post, each in a shape that some parser takes long for. */
export const HOSTILE_RESPONSES = [
  ['many <', (size: number) => '<'.repeat(size)],
  ['unclosed tags', (size: number) => '<a'.repeat(size / 2)],
  ['tags without an end', (size: number) => '<a>'.repeat(size / 3)],
  [
    'deep tags',
    (size: number) => `${'<a>'.repeat(25)}${' '.repeat(size - 200)}${'</a>'.repeat(25)}`,
  ],
  ['2,000 tags', (size: number) => '<a/>'.repeat(Math.min(1990, size / 4))],
  ['long attributes', (size: number) => `<a b="${'x'.repeat(size - 10)}"/>`],
  ['100 attributes in each tag', (size: number) => attributes(' a$="x"', size)],
  ['100 namespaces in each tag', (size: number) => attributes(' xmlns:a$="urn:$"', size)],
  ['unclosed attributes', (size: number) => `<a ${'b="<a '.repeat(size / 6)}`],
  ['spaces in a tag', (size: number) => `<a${' '.repeat(size)}`],
  ['names with many colons', (size: number) => `<${'a:'.repeat(size / 2 - 10)}a/>`],
  ['entities', (size: number) => '&amp;'.repeat(size / 5)],
  ['a bare &', (size: number) => '&'.repeat(size)],
  ['comments', (size: number) => '<!---->'.repeat(size / 7)],
  ['an unclosed comment', (size: number) => `<!--${'-'.repeat(size)}`],
  ['CDATA', (size: number) => '<![CDATA[]]>'.repeat(size / 12)],
  ['instructions', (size: number) => '<?a?>'.repeat(size / 5)],
  ['an unclosed instruction', (size: number) => '<?'.repeat(size / 2)],
  ['white space', (size: number) => ' \n'.repeat(size / 2)],
  ['a document type', (size: number) => `<!DOCTYPE a [${'<!ENTITY a "a">'.repeat(size / 16)}]>`],
].map(([name, inner]) => ({ name: name as string, xml: response(inner as Inner) }))

type Inner = (size: number) => string

function response(inner: Inner): string {
  // What every response needs to get to the parser.
  const status = 'urn:oasis:names:tc:SAML:2.0:status:Success'
  const start = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" InResponseTo="_1" Version="2.0"><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`
  const end =
    '<Assertion><Signature/><Audience>https://sp.example</Audience></Assertion></samlp:Response>'
  return `${start}${inner(64 * 1024 - start.length - end.length - 20)}${end}`
}

function attributes(one: string, size: number): string {
  const all = Array.from({ length: 100 }, (_, n) => one.replaceAll('$', String(n))).join('')
  return `<a${all}/>`.repeat(Math.floor(size / (all.length + 4)))
}
