import { msg } from '@lingui/core/macro'
import type { IntegrationMessages } from '#ui/index.ts'

/** Problem messages for API clients and their administrators. */
export const INTEGRATION_MESSAGES: IntegrationMessages = {
  'token.required': msg`The other system shows no token, or none that there is.`,
  'token.ended': msg`The token is not good any more.`,
  'token.scope': msg`The token is not for this.`,
  'token.missing': msg`This token does not exist any more.`,
  'token.too-many': msg({ message: 'A municipality has {limit} tokens at most. Revoke one that nobody uses.' }),
  'webhook.missing': msg`This does not exist any more.`,
  'webhook.address': msg`Messages go to public addresses only, over https. Nothing can be sent to this one.`,
  'webhook.too-many': msg({ message: 'A municipality has {limit} webhooks at most.' }),
  'webhook.off': msg`The webhook is switched off. Switch it on first.`,
}
