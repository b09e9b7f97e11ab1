import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '#domain/answers/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { keys, type Write } from '#domain/store/index.ts'
import { type CitizenOracle, createCitizenOracle } from './citizen-oracle.ts'
import type { Desks } from './desks.ts'
import type { ExternalSystems } from './outside.ts'
import { writtenRequests } from './screens.ts'
import type { SimServer } from './server.ts'
import { createNotificationOracle, type NotificationOracle } from './notification-oracle.ts'
import { INCIDENTS } from './forms.ts'
import { BEFORE } from './taken-over.ts'

/** Invariant 2 beyond the store: effects in other systems happen once, and the server records them. */
export type Effects = {
  readonly citizens: CitizenOracle
  readonly notifications: NotificationOracle
  /** whether only references to other systems were written: no edit, and the same version */
  isTie(before: Answer, after: Answer): boolean
  /** whether a citizen was settled in a new version, and the previous one was kept */
  isSettled(before: Answer, after: Answer, writes: readonly Write[]): boolean
  /** a user asks for an e-mail. @returns a function to call with whether it was promised */
  mailAsked(address: string): (promised: boolean) => void
  /** the server's database was restored: it may have lost promises since the backup */
  broughtBack(): void
  final(server: SimServer, desks: Desks, stored: Stored, removed: Stored): Promise<void>
}
type Stored = ReadonlyMap<AnswerId, Answer>
type Asked = { readonly address: string; promised: boolean }

/** Fields with references to other systems. */
const TIES: readonly (keyof Answer)[] = ['muniCore', 'datosCiudadano', 'requestsForChanges']

export function createEffects(outside: () => ExternalSystems, note: (violation: string) => void): Effects {
  const citizens = createCitizenOracle(() => outside().registry, note)
  const notifications = createNotificationOracle(note)
  const mails: Asked[] = []
  let restored = false

  const differsOnly = (before: Answer, after: Answer, fields: readonly (keyof Answer)[]): boolean =>
    [...new Set([...Object.keys(before), ...Object.keys(after)] as (keyof Answer)[])].every(
      (field) => fields.includes(field) || isDeepStrictEqual(before[field], after[field]),
    )

  /** Checks one incident for each answer that asks for one; answers deleted before may have none. */
  function checkIncidents(stored: Stored, removed: Stored): void {
    for (const id of outside().early) note(`11 truthful: the incident of ${id} did not wait for its citizen`)
    for (const id of removed.keys())
      if (outside().incidentsOf(id).length > 1)
        note(`2 exactly once: incidents were created for ${id}, which was deleted`)
    for (const answer of stored.values()) {
      if (answer.idPlantilla !== INCIDENTS || answer.codigoMunicipio.startsWith(BEFORE)) continue
      const incidents = outside().incidentsOf(answer.id)
      if (incidents.length !== 1) note(`2 exactly once: ${incidents.length} incidents were created for ${answer.id}`)
      else if (answer.muniCore?.idIncidente !== incidents[0])
        note(`2 exactly once: ${answer.id} does not know its incident`)
    }
  }

  /** Texts sent to the citizen of an answer, without duplicates. */
  function textsTo({ id, portalCiudadanoData, muniCore }: Answer): readonly string[] {
    const incident = portalCiudadanoData === undefined ? outside().incidentsOf(id)[0] : muniCore?.idIncidente
    const texts = incident === undefined ? [] : outside().portal.messagesOf(incident)
    if (new Set(texts).size < texts.length && !restored)
      note(`2 exactly once: the citizen of ${id} was told the same twice`)
    return texts
  }

  /** Checks that the waiting request was sent to the citizen once, and is recorded as sent. */
  function checkMessages(answer: Answer): void {
    const texts = textsTo(answer)
    const last = answer.requestsForChanges.at(-1)
    if (last?.needCompletition !== true || outside().connectors.citizenPortal === undefined) return
    const notifications = texts.filter((text) => text.includes(last.comment)).length
    if (notifications !== 1 || last.messageSent !== true)
      note(
        `2 exactly once: "${last.comment}" of ${answer.id} was told ${notifications} times (${String(last.messageSent)})`,
      )
  }

  /** Checks that the portal has the final state, whichever call came last. */
  function checkStates({ id, portalCiudadanoData, requestsForChanges, codigoMunicipio }: Answer): void {
    const record = portalCiudadanoData?.idRespuestaMG
    if (record === undefined || restored) return
    const [last, is] = [requestsForChanges.at(-1), outside().portal.stateOf(record)]
    const expected = last?.needCompletition === true ? 'Subsanar' : 'Completado'
    // The portal learns about an imported answer with the first request, or when it is restored.
    const isUntouched = last === undefined && is === undefined && codigoMunicipio.startsWith(BEFORE)
    if (is !== expected && !isUntouched) note(`11 truthful: the portal says ${is} of ${id}, and it is ${expected}`)
  }

  function checkMails(): void {
    for (const address of new Set(mails.map((one) => one.address))) {
      const asked = mails.filter((one) => one.address === address)
      const [least, sent] = [asked.filter(({ promised }) => promised).length, outside().post.countOf(address)]
      if (sent < least || sent > asked.length)
        note(`2 exactly once: ${sent} mails went to ${address}, of ${least} promised and ${asked.length} asked for`)
    }
  }

  return {
    citizens,
    notifications,
    isTie: (before, after) => {
      if (after.version !== before.version || !differsOnly(before, after, TIES)) return false
      if (!isDeepStrictEqual(writtenRequests(before), writtenRequests(after))) return false
      citizens.tied(before, after)
      return true
    },
    isSettled: (before, after, writes) => {
      const own: readonly (keyof Answer)[] = ['version', 'lastUpdate', 'changedBy', 'datosCiudadano']
      const kept = writes.some((write) => write.key === keys.answerVersion(before.id, before.version))
      if (after.version !== before.version + 1 || after.changedBy !== undefined || !kept) return false
      if (!differsOnly(before, after, own)) return false
      citizens.tied(before, after)
      return true
    },
    mailAsked: (address) => {
      const asked: Asked = { address, promised: false }
      mails.push(asked)
      return (promised) => {
        asked.promised = promised
      }
    },
    broughtBack: () => {
      restored = true
      citizens.broughtBack()
      for (const asked of mails) asked.promised = false
    },
    final: async (server, desks, stored, removed) => {
      checkIncidents(stored, removed)
      for (const answer of removed.values()) textsTo(answer)
      for (const answer of stored.values()) {
        checkMessages(answer)
        checkStates(answer)
      }
      checkMails()
      if (outside().connectors.webhooks !== undefined) notifications.final(outside().receiver)
      if (outside().connectors.citizens !== undefined) await citizens.final(server, desks, stored)
    },
  }
}
