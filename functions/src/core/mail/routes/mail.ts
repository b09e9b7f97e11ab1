import type { Core } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { sendEmail } from './send-email.ts'

/** Copies of answers by e-mail, for programs that speak the specification's call. */
export function mailHandlers(core: Core) {
  return {
    sendEmailv3: ({ body, ...by }) => sendEmail(core, body, by),
  } satisfies SomeHandlers
}
