import { municipalityOfDocument } from '#domain/places/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import type { Caller } from '#domain/answers/judge/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { keys, type Unit } from '#domain/store/index.ts'
import type { Mutation, PushResult } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'

/** The log says who deleted an answer, its last trace. @param address the request's, where the host knows it */
export async function notedDeletion(
  { ports }: Pick<Core, 'ports'>,
  caller: Caller,
  mutation: Mutation,
  address: string | undefined,
): Promise<(unit: Unit<PushResult>) => Unit<PushResult>> {
  if (mutation.kind !== 'answer.delete') return (unit) => unit
  const [user, answer] = await Promise.all([
    ports.store.get(keys.user(caller.author)),
    ports.store.get(keys.answer(mutation.answer)),
  ])
  if (user === undefined || answer === undefined) return (unit) => unit
  const act = {
    action: 'answer.deleted',
    target: keys.answer(mutation.answer),
    by: user,
    from: address,
    municipality: municipalityOfDocument(answer),
    details: { code: answer.codigoMunicipio },
  } as const
  return (unit) => withAudit(unit, act, toInstant(ports.clock()))
}
