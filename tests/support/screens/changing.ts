import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { actorOfUser } from '#domain/access/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { Role } from '#domain/users/index.ts'
import { type Address, type MutationId, generateDeviceId, type Result, userIdSchema } from '#domain/kernel/index.ts'
import { type ChangeInput, listOutbox, openLocal, saveChange, type Local } from '#local/index.ts'
import type { Mutation } from '#domain/sync/index.ts'
import { createChangeSession, type ChangeSession } from '#features/answering/change/change-session.ts'
import { openChange, type ChangeKind } from '#features/answering/change/open-change.ts'
import { buildAnsweredDesk, EDITABLE, storedOn, submit } from '../builders/changes.ts'
import { buildUser } from '../builders/people.ts'
import { buildTemplate } from '../builders/template.ts'

/** Address of the question about the place's name. */
export const NAME = '0/0' as Address
export const version = buildTemplate({}, { opcionales: EDITABLE })
let seed = 0
const random = (length: number): Uint8Array => Uint8Array.from({ length }, () => (seed = (seed * 31 + 7) % 251))

/** A device without data. */
export function device() {
  const local = openLocal(userIdSchema.parse('sofia'), { indexedDB: new IDBFactory(), IDBKeyRange })
  return { local, id: generateDeviceId(random(16)) }
}

/** The server's reply about the answer; null: offline. */
const server = (answer: Answer | null): RequestSender =>
  (async (endpoint: { readonly path: string }) => {
    if (answer === null) return { kind: 'retry', problem: { code: 'network.unreachable' } }
    return { kind: 'ok', value: endpoint.path.startsWith('/templates') ? { template: version } : { answer } }
  }) as never

type Given = { readonly kind?: ChangeKind; readonly role?: Role; readonly answer?: Answer | null }

/**
 * Opens a stored answer on this device for changes.
 * @param around receives each action instead of the outbox
 */
export async function openToChange(
  on: ReturnType<typeof device>,
  { kind = 'answer.correct', role = 'ROLE_SUPERVISOR_CORRECTOR', answer = storedOn(buildAnsweredDesk()) }: Given = {},
  around: (act: ChangeInput, save: () => Promise<Result<MutationId>>) => Promise<Result<MutationId>> = (_, save) =>
    save(),
): Promise<ChangeSession> {
  const opening = await openChange(
    { local: on.local, ask: server(answer) },
    actorOfUser(buildUser('sofia', role)),
    kind,
    submit.answer,
  )
  if (!opening.ok) throw new Error(opening.problem.code)
  const host = { device: on.id, now: () => Date.UTC(2026, 10, 21, 12), random }
  const timers = {
    set: (run: () => void, milliseconds: number) => setTimeout(run, milliseconds),
    clear: (timer: unknown) => clearTimeout(timer as number),
  }
  return createChangeSession(opening.value, {
    ...host,
    signer: { firstName: 'Sofía', lastName: 'Luna' },
    local: on.local,
    timers,
    change: (stored, act, drafted) =>
      around(act, () => saveChange(on.local, { answer: stored, act, more: drafted }, host)),
    fetchFile: async () => undefined,
  })
}
/** Mutations waiting in the outbox. */
export async function sent(local: Local): Promise<readonly Mutation[]> {
  return (await listOutbox(local)).map(({ mutation }) => mutation)
}
