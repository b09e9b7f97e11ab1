import type { Key } from '#domain/store/index.ts'
import type { SearchAsked } from '../answers/search-for.ts'
import type { Place } from '../paging.ts'
import type { Ports } from '../ports.ts'
import { isSameSignature, signatureOf } from '../signing.ts'

/** An export goes on for a day: a line that is lost in the evening is back in the morning. Milliseconds. */
const LIFE = 24 * 60 * 60 * 1000
/** when it ends, signature, place in the order, key */
const SIGNED = /^(\d{13,15})\.([0-9a-f]{64})\.([^\n]+)\n([^\n]+)$/

type Asked = Pick<SearchAsked, 'user' | 'template' | 'filter' | 'answers'>
type SigningPorts = Pick<Ports, 'store' | 'random' | 'clock'>

/** A place as a device carries it, signed for who asks and for what. @param begun the one before, whose end is kept */
export async function signedPlace(
  ports: SigningPorts,
  asked: Asked,
  { value, key }: Place,
  begun: string | null,
): Promise<string> {
  const ends = begun === null ? String(ports.clock() + LIFE) : (SIGNED.exec(begun)?.[1] ?? '')
  const place = `${value}\n${key}`
  return `${ends}.${await signatureFor(ports, asked, ends, place)}.${place}`
}

/** @returns undefined for what was not given to this user for this export, and once its time is over */
export async function placeOf(ports: SigningPorts, asked: Asked, signed: string): Promise<Place | undefined> {
  const [, ends = '', signature = '', value = '', key = ''] = SIGNED.exec(signed) ?? []
  if (ends === '' || Number(ends) <= ports.clock()) return undefined
  const expected = await signatureFor(ports, asked, ends, `${value}\n${key}`)
  return isSameSignature(expected, signature) ? { value, key: key as Key } : undefined
}

function signatureFor(ports: SigningPorts, { user, template, filter, answers }: Asked, ends: string, place: string) {
  return signatureOf(ports, `export|${JSON.stringify([user.id, template, filter, answers, ends, place])}`)
}
