import { sso } from 'contract/sso'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { providerOf } from '#features/identity/oidc/provider-of.ts'
import { listConnections } from './connections.queries.ts'
import { finishOpenidSignIn, finishSamlSignIn, receiveSamlAnswer } from './finish-sso.ts'
import { approveHandover, startHandover, finishHandover } from './handover.ts'
import { readAsNothing, refuseSamlAddress, requireForm } from './other-bindings.ts'
import { orFailureScreen } from './sso-failure.ts'
import { startSso } from './start-sso.ts'

/** Bytes. A longer answer than Waymark reads still gets a page that says what to do, not the usual refusal in JSON. */
const LONGEST_ANSWER = 2 * 1024 * 1024

export async function ssoRoutes(server: Server): Promise<void> {
  handle(server, sso.connections, async (_, context) => ({
    connections:
      context.tenant.kind === 'platform' || context.tenant.signInMode === 'credentials'
        ? []
        : await listConnections(context.db, context.scope),
    has_salesforce: providerOf(context) !== undefined,
  }))

  handleDetached(server, sso.start, async ({ params, query }, context) =>
    orFailureScreen(context, () => startSso(context, params.domain, query)),
  )

  handleDetached(server, sso.callback, async ({ query }, context) =>
    orFailureScreen(context, () => finishOpenidSignIn(context, query.state)),
  )

  handleDetached(server, sso.ownCallback, async ({ params, query }, context) =>
    orFailureScreen(context, () => finishOpenidSignIn(context, query.state, params.domain)),
  )

  handleDetached(server, sso.finish, async ({ query }, context) =>
    orFailureScreen(context, () => finishSamlSignIn(context, query.id)),
  )

  handleDetached(server, sso.acsByAddress, async ({ query }, context) =>
    orFailureScreen(context, () => refuseSamlAddress(query)),
  )

  handleDetached(server, sso.handoverStart, async ({ query }, context) =>
    orFailureScreen(context, () => startHandover(context, query.h)),
  )

  handleDetached(server, sso.handoverApprove, async ({ query }, context) =>
    orFailureScreen(context, () => approveHandover(context, query.h, query.c)),
  )

  handleDetached(server, sso.handoverFinish, async ({ query }, context) =>
    orFailureScreen(context, () => finishHandover(context, query.code)),
  )

  // Only this address takes forms. Everywhere else a body is JSON, which no foreign page can post.
  await server.http.register(async (http) => {
    http.removeAllContentTypeParsers()
    http.addHook('onRequest', async (request) => readAsNothing(request))
    http.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_ANSWER },
      async (_: unknown, body: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(body.toString())),
    )
    // Read as nothing, so that a page says what to set.
    http.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: LONGEST_ANSWER },
      async () => ({}),
    )
    handleDetached({ ...server, http }, sso.acs, async ({ body }, context) =>
      orFailureScreen(context, async () => {
        requireForm(context.request)
        return await receiveSamlAnswer(context, body)
      }),
    )
  })
}
