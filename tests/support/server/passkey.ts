import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyOptions, PasskeyRegistration } from '#domain/sessions/index.ts'
import { ORIGIN } from './world.ts'

const USER_PRESENT = 0x01
const ATTESTED = 0x40

/** Ways in which a signature is invalid. */
export type Oddness = {
  readonly counter?: number
  readonly origin?: string
  readonly site?: string
  readonly present?: boolean
  readonly type?: string
}

/** A passkey as seen through a browser: ES256, no attestation, no user verification, with a signature counter. */
export function buildPasskey(origin = ORIGIN) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let signed = 0

  const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest()
  const authData = (site: string, flags: number, counter: number, more: readonly Buffer[] = []) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    return Buffer.concat([hashOf(site), Buffer.from([flags]), counted, ...more])
  }
  const clientData = (type: string, { challenge }: PasskeyOptions, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' } as const

  return {
    register(options: PasskeyOptions, odd: Oddness = {}): PasskeyRegistration {
      // A COSE key on P-256 for ES256.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, key]
      const data = authData(odd.site ?? new URL(origin).hostname, USER_PRESENT | ATTESTED, 0, credential)
      // CBOR: { fmt: 'none', attStmt: {}, authData }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        ...named,
        response: {
          clientDataJSON: clientData(odd.type ?? 'webauthn.create', options, odd.origin ?? origin).toString(
            'base64url',
          ),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    sign(options: PasskeyOptions, odd: Oddness = {}): PasskeyAssertion {
      signed += 1
      const data = authData(
        odd.site ?? new URL(origin).hostname,
        odd.present === false ? 0 : USER_PRESENT,
        odd.counter ?? signed,
      )
      const client = clientData(odd.type ?? 'webauthn.get', options, odd.origin ?? origin)
      const signature = sign('sha256', Buffer.concat([data, hashOf(client)]), privateKey)
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
