import { createSmtpSender } from '#connectors/mail.ts'
import { mailAddressSchema } from '#domain/mail/index.ts'
import { commandLine } from '../program-files.mjs'
import { readSettings } from '../settings.ts'
import { type Command, CommandError } from './command.ts'

/** `npm run send-test-mail`: sends one e-mail with the server's settings. */
export const sendTestMailCommand: Command = async ({ args, env, print }) => {
  const [address = '', ...more] = args
  if (more.length > 0 || !mailAddressSchema.safeParse(address).success) {
    print(`Usage: ${commandLine('send-test-mail', 'you@example.org')}`)
    return 2
  }
  const settings = readSettings(env)
  if ('wrong' in settings) throw new CommandError(settings.wrong)
  const { url, from } = settings.mail
  if (url === undefined)
    throw new CommandError('SMTP_URL is not set: each e-mail is only stored as a file in the folder mail of DATA_DIR.')
  const problems: string[] = []
  const send = createSmtpSender({ failed: ({ why }) => void problems.push(why) }, { url, from })
  const { host } = new URL(url)
  const text = `This is a test e-mail of Relevo, sent by ${host} as ${from.address}.\n`
  const sent = await send(
    { to: { address, name: '' }, subject: 'Relevo: test e-mail', text },
    `test-${Date.now().toString(36)}`,
  )
  if (!sent.ok) throw new CommandError(`${host} did not take the e-mail: ${problems.join('; ')}`)
  print(
    `${host} took an e-mail from ${from.address} to ${address}. If it does not arrive, look into the spam folder, and at SPF and DKIM of the sender's domain.`,
  )
  return 0
}
