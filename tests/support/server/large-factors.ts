import { small, SMALL, type Case } from './large-cases.ts'

const of = (as: string, test: Case): Case => ({ ...test, as })
/** A passkey whose parts have the maximum length and no meaning. */
const passkey = (pieces: Readonly<Record<string, number>>) => ({
  id: 'a'.repeat(1_400),
  rawId: 'a'.repeat(1_400),
  type: 'public-key',
  response: Object.fromEntries(Object.entries(pieces).map(([name, length]) => [name, 'A'.repeat(length)])),
})

/** The largest bodies about second factors. */
export const FACTOR_BODIES: Readonly<Record<string, readonly Case[]>> = {
  'POST /api/session/second-step': [small('/api/session/second-step', 400)],
  'POST /api/session/confirm': [
    of('ines', small('/api/session/confirm', 400)),
    of('ines', {
      what: 'a long passkey',
      status: 422,
      ask: () => {
        const assertion = passkey({ clientDataJSON: 4_000, authenticatorData: 2_000, signature: 2_000 })
        return ['/api/session/confirm', { body: { password: 'x'.repeat(200), proof: { kind: 'passkey', assertion } } }]
      },
    }),
  ],
  'POST /api/factors/passkey': [of('ines', { what: 'nothing', status: 422, ask: () => ['/api/factors/passkey', {}] })],
  'POST /api/factors/begin': [of('ines', small('/api/factors/begin', 400))],
  'POST /api/factors': [
    of('ines', small('/api/factors', 400)),
    of('ines', {
      what: 'a long passkey',
      status: 422,
      ask: () => {
        const registration = passkey({ clientDataJSON: 4_000, attestationObject: 6_000 })
        return ['/api/factors', { body: { kind: 'passkey', name: 'x'.repeat(60), registration } }]
      },
    }),
    of('ines', {
      what: 'a long name',
      status: 400,
      ask: () => ['/api/factors', { body: { kind: 'app', name: 'x'.repeat(SMALL - 60), code: '1' } }],
    }),
  ],
  'POST /api/factors/recovery': [of('ines', small('/api/factors/recovery', 400))],
  'DELETE /api/factors/:id': [],
  'PUT /api/second-factor': [{ ...small('/api/second-factor', 400), as: 'ada' }],
  'DELETE /api/users/:id/factors': [],
}
