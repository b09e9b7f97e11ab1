import { join } from 'node:path'
import { readMails, type ReceivedMail } from '#sandbox/mailbox.ts'
import { eventually } from './waiting.ts'

/** A mail that the server has sent, as the mailbox of its sandbox, or its folder, has it; waits for it. @param number counts from 0, the oldest */
export async function mailIn(dataDir: string, number: number): Promise<ReceivedMail> {
  const [mail] = await eventually(`mail ${number + 1}`, async () => {
    const mails = (await readMails({ folder: join(dataDir, 'mail') })).toReversed()
    const found = mails[number]
    return found === undefined ? undefined : ([found] as const)
  })
  return mail
}
