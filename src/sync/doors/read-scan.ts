import { toHex } from '#domain/kernel/index.ts'
import { type DoorKnowledge, decodeTicket, type ReadTicket, type TicketKeys } from '#domain/tickets/index.ts'

/** A ticket's number as it is printed, typed with or without what stands between its parts. */
const NUMBER = /^[0-9a-f]{20}$/
const BETWEEN = /[\s·.-]/g

/** A code or a typed number, with the hash by which doors know its ticket; none where it is nothing of ours. */
export type ReadScan = { readonly read: ReadTicket; readonly hash?: string | undefined }

/** A number that was typed proves nothing: the list judges it, as one whose signature was not seen. */
export async function readScan(
  text: string,
  { mark, isTest }: Pick<DoorKnowledge['event'], 'mark' | 'isTest'>,
  keys: Pick<TicketKeys, 'verify'>,
  subtle: Pick<SubtleCrypto, 'digest'>,
): Promise<ReadScan> {
  const number = text.toLowerCase().replaceAll(BETWEEN, '')
  const read: ReadTicket = NUMBER.test(number)
    ? { kind: 'ticket', signature: 'unchecked', event: mark, ticket: number, zone: 0, isTest, key: 0 }
    : await decodeTicket(text, keys)
  return read.kind === 'unknown' ? { read } : { read, hash: await hashOf(read.ticket, subtle) }
}

async function hashOf(number: string, subtle: Pick<SubtleCrypto, 'digest'>): Promise<string> {
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(number))
  return toHex(new Uint8Array(digest)).slice(0, 20)
}
