import { msg } from '@lingui/core/macro'
import type { IntegrationMessages } from '#ui/index.ts'

/** Problem messages for API clients and their administrators. */
export const INTEGRATION_MESSAGES: IntegrationMessages = {
  'token.required': msg`The other system sent no token, or one that does not exist.`,
  'token.ended': msg`The token is no longer valid.`,
  'token.scope': msg`The token does not allow this.`,
  'token.missing': msg`This token no longer exists.`,
  'token.too-many': msg({
    message: 'A municipality can have at most {limit} tokens. Revoke one that is no longer used.',
  }),
  'webhook.missing': msg`This no longer exists.`,
  'webhook.address': msg`Messages can only be sent to public https addresses. Enter another address.`,
  'webhook.too-many': msg({
    message: 'A municipality can have at most {limit} webhooks. Remove one that is no longer used.',
  }),
  'webhook.off': msg`The webhook is off. Turn it on first.`,
}
