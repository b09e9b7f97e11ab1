import type { Core } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { sendEmail } from './send-email.ts'

/** Handlers for copies of answers by e-mail, for programs that use the call of the specification. */
export function mailHandlers(core: Core) {
  return {
    sendEmailv3: ({ body, ...by }) => sendEmail(core, body, by),
  } satisfies SomeHandlers
}
