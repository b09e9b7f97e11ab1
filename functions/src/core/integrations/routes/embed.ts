import type { Core } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { parseBrowser } from '../../http/user-agent.ts'
import { createEmbedCode, exchangeEmbedCode } from '../embedded.ts'

/** Handlers for signing in to a form in a frame of another site. */
export function embedHandlers(core: Core) {
  return {
    v1CreateEmbedCode: ({ body, token, user }) => createEmbedCode(core, { token, user }, body.username),
    redeemEmbedCode: ({ body, request, address }) =>
      exchangeEmbedCode(core, body.code, { address, ...parseBrowser(request) }),
  } satisfies SomeHandlers
}
