import { askPasskey, type FactorProof } from '#domain/sessions/index.ts'
import { toProblem, type RequestSender } from '#domain/endpoints/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { signWithPasskey } from './browser-passkeys.ts'

/** Signs the server's challenge with a passkey. Fails with the server's problems, and with factor.passkey-failed. */
export async function createPasskeyProof(ask: RequestSender): Promise<Result<FactorProof>> {
  const outcome = await ask(askPasskey, {})
  if (outcome.kind !== 'ok') return { ok: false, problem: toProblem(outcome) }
  const assertion = await signWithPasskey(outcome.value.options)
  return assertion === undefined ? refuse('factor.passkey-failed') : ok({ kind: 'passkey', assertion })
}
