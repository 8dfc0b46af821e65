import { visitSamlProvider } from 'e2e/idp/visit-provider'
import { PASSWORD } from './factories.ts'
import { type Door, doorFrame } from './sso-doors.ts'
import type { startSso } from './sso-fixture.ts'
import { aSamlVisitor, pathOf, ssoFailure } from './sso.ts'

/** The doors through which a SAML answer comes in, and ways to change the answer before it is signed. */
export async function samlDoors(s: Awaited<ReturnType<typeof startSso>>) {
  const { elsewhere, owner, outcomeOf, settings, nothingHappened } = await doorFrame(s)
  const signIn = async (people_tenant_id?: number) => {
    await s.connectSaml(people_tenant_id === undefined ? {} : { people_tenant_id })
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    return await outcomeOf(await visitor.finish(await visitor.ask()))
  }
  const link = async () => {
    await s.connectSaml()
    const me = await owner()
    const start = await me.send('/sso/harbour-saml.example', { password: PASSWORD })
    const { url } = start.json<{ url: string }>()
    const { action, ...fields } = await visitSamlProvider(url, 'quality')
    const next = await me.post(action, fields, 'http://127.0.0.1:4006')
    const isAccepted = next.pathname === '/api/auth/sso/finish'
    return await outcomeOf(isAccepted ? await me.come(next) : pathOf(next), 'identity.rejected')
  }
  const DOORS: Door[] = [
    ['signing in', () => signIn(), ssoFailure],
    ['signing in at another organisation', () => signIn(elsewhere.id), ssoFailure],
    ['linking', link, settings],
  ]

  type Change = string | ((text: string) => string)
  /** Changes the text that is signed. */
  const xml = (from: string | RegExp, to: Change) => {
    s.saml.rewriteXml = (before) => {
      const after = before.replace(from, to as string)
      if (after === before) throw new Error(`The response has no ${String(from)}.`)
      return after
    }
  }
  return { doors: DOORS, xml, nothingHappened }
}

/** The texts of all elements of this name. */
export function inElement(name: string): RegExp {
  return new RegExp(`(?<=<saml:${name}(?: [^>]*)?>)[^<]+(?=</saml:${name}>)`, 'g')
}
