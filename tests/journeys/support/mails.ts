import { join } from 'node:path'
import { readMails, type ReceivedMail } from '#sandbox/mailbox.ts'
import { eventually } from './waiting.ts'

/** Waits for an e-mail in the server's sandbox mailbox, or its folder. @param number counts from 0, oldest first */
export async function mailIn(dataDir: string, number: number): Promise<ReceivedMail> {
  const [mail] = await eventually(`mail ${number + 1}`, async () => {
    const mails = (await readMails({ folder: join(dataDir, 'mail') })).toReversed()
    const found = mails[number]
    return found === undefined ? undefined : ([found] as const)
  })
  return mail
}
