import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type InteractionResults, type Provider, interactionPolicy } from 'oidc-provider'
import { IDP_PEOPLE, type IdpPerson } from './people.ts'

type Running = { subjectOf: (person: IdpPerson) => string; context: string | undefined }

/** The provider's sign-in: directly with `login_hint`, otherwise by choosing from a list. */
export function addLogin(provider: Provider, running: Running): void {
  provider.use(async (context, next) => {
    if (!/^\/login\/[\w-]+$/.test(context.path)) {
      await next()
      return
    }
    const { req, res } = context
    const { params } = await provider.interactionDetails(req, res)
    const result = resultOf(req.method === 'POST' ? await chosen(req) : params.login_hint)
    if (result) {
      context.respond = false
      await provider.interactionFinished(req, res, result)
    } else {
      context.type = 'html'
      context.body = peoplePage('Local OpenID provider')
    }
  })

  function resultOf(hint: unknown): InteractionResults | undefined {
    if (hint === 'refuse') {
      return { error: 'access_denied', error_description: 'The person refused.' }
    }
    const person = IDP_PEOPLE.find((one) => one.hint === hint || one.email === hint)
    const { context: acr, subjectOf } = running
    return person && { login: { accountId: subjectOf(person), ...(acr && { acr }) } }
  }
}

/** Shows the list each time, also within a session, unless the request forbids a prompt. */
export function askingPolicy(): interactionPolicy.DefaultPolicy {
  const { Check, base } = interactionPolicy
  const policy = base()
  policy.get('login')?.checks.add(
    new Check('choice', 'A person has to be chosen', ({ oidc }) => {
      const isSettled = oidc.prompts.has('none') || oidc.result?.login !== undefined
      return isSettled ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  return policy
}

/** A page with a button for each person; it loads nothing. */
export function peoplePage(title: string): string {
  const buttons = IDP_PEOPLE.map(
    ({ hint, name, email }) =>
      `<p><button name="person" value="${escape(hint)}">${escape(name)} (${escape(email)})</button>`,
  )
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>
${STYLE}<h1>${title}</h1><form method="post">${buttons.join('')}
<p><button name="person" value="refuse">Refuse</button></form></html>`
}

const STYLE = `<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
p { margin: .5rem 0 }
button { width: 100%; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; text-align: start }
</style>
`

async function chosen(request: IncomingMessage): Promise<string | null> {
  return (await readForm(request)).get('person')
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(request, 'end')
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
