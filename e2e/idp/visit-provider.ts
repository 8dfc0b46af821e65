/** Signs in at a provider like a browser without scripts, and returns the address that it redirects to. */
export async function visitProvider(authorizeUrl: string, hint: string): Promise<URL> {
  const provider = new URL(authorizeUrl)
  provider.searchParams.set('login_hint', hint)
  const cookies = new Map<string, string>()
  let url = provider
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${answer.status}: ${await answer.text()}`)
    url = new URL(location, url)
    if (url.origin !== provider.origin) return url
  }
  throw new Error('The provider went round in circles.')
}

export type SamlForm = { action: string; SAMLResponse: string; RelayState: string }

/** The same for a SAML provider: returns the form that its page would post. */
export async function visitSamlProvider(entryUrl: string, hint: string): Promise<SamlForm> {
  const url = new URL(entryUrl)
  url.searchParams.set('login_hint', hint)
  const page = await (await fetch(url)).text()
  const find = (pattern: RegExp) => (pattern.exec(page)?.[1] ?? '').replaceAll('&amp;', '&')
  return {
    action: find(/action="([^"]+)"/),
    SAMLResponse: find(/name="SAMLResponse" value="([^"]+)"/),
    RelayState: find(/name="RelayState" value="([^"]+)"/),
  }
}
