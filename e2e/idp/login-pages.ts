import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { IdpPerson } from './people.ts'

type SubjectOf = (person: IdpPerson) => string

/** The provider's own sign-in: by `login_hint` at once, otherwise by choosing from a list. */
export function addLogin(provider: Provider, people: IdpPerson[], subjectOf: SubjectOf): void {
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
      context.body = peoplePage('Local OpenID provider', people)
    }
  })

  function resultOf(hint: unknown): InteractionResults | undefined {
    if (hint === 'refuse') {
      return { error: 'access_denied', error_description: 'The person refused.' }
    }
    const person = people.find((one) => one.hint === hint || one.email === hint)
    return person && { login: { accountId: subjectOf(person) } }
  }
}

/** A page with a button for everybody; without style or script, so that nothing is fetched. */
export function peoplePage(title: string, people: IdpPerson[]): string {
  const buttons = people.map(
    ({ hint, name, email }) =>
      `<p><button name="person" value="${escape(hint)}">${escape(name)} (${escape(email)})</button>`,
  )
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>
<h1>${title}</h1><form method="post">${buttons.join('')}
<p><button name="person" value="refuse">Refuse</button></form></html>`
}

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
