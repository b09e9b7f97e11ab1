import type { DoorData, TicketKeys } from '#domain/tickets/index.ts'

/** Verifies signatures where the browser lacks Ed25519 (before Chrome 137, Firefox 129, Safari 17). */
type Noble = Pick<typeof import('@noble/ed25519'), 'verifyAsync'>
type Subtle = Pick<SubtleCrypto, 'importKey' | 'verify'>
type Verify = (bytes: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>) => Promise<boolean>

/**
 * Creates the verifier of ticket signatures.
 * @param keys public keys, as sent by the server
 * @param subtle the browser's own crypto
 * @param other loads an implementation for browsers whose `subtle` lacks Ed25519
 */
export function createTicketVerifier(
  keys: DoorData['keys'],
  subtle: Subtle,
  other: () => Promise<Noble> = () => import('@noble/ed25519'),
): Pick<TicketKeys, 'verify'> {
  const verifiers = new Map<number, Promise<Verify>>()
  return {
    verify: async (number, bytes, signature) => {
      const foundKey = keys.find((key) => key.number === number)
      if (foundKey === undefined) return undefined
      const verify = verifiers.get(number) ?? createVerifier(fromBase64(foundKey.publicKey), subtle, other)
      verifiers.set(number, verify)
      // Retries next time if the module failed to load.
      verify.catch(() => verifiers.delete(number))
      return (await verify)(bytes, signature)
    },
  }
}

async function createVerifier(
  raw: Uint8Array<ArrayBuffer>,
  subtle: Subtle,
  other: () => Promise<Noble>,
): Promise<Verify> {
  try {
    const key = await subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    return (bytes, signature) => subtle.verify('Ed25519', key, signature, bytes)
  } catch {
    const { verifyAsync } = await other()
    // Uses the strict rules of RFC 8032, so that both implementations agree on every signature.
    return (bytes, signature) => verifyAsync(signature, bytes, raw, { zip215: false }).catch(() => false)
  }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
