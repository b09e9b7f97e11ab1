import { isDeepStrictEqual } from 'node:util'
import type { SubmitMutation } from '#domain/answering/index.ts'
import type { UnsettledPage, Citizen } from '#domain/citizens/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { type AnswerId, isCitizenAuthor, toMilliseconds } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Desks } from './desks.ts'
import { EVA } from './portal.ts'
import { digitsOf, type Registry } from './registry.ts'
import type { SimServer } from './server.ts'
import { OFFICE } from './town.ts'

/**
 * Tracks the citizens of answers from what people entered, the registry's data and supervisors' decisions. No citizen
 * is lost or mistaken for another, a claim stays a claim until the registry was asked, and no citizen is created twice
 * for one answer.
 */
export type CitizenOracle = {
  /** an answer is stored for the first time */
  /** a restored backup has lost some answers, so their citizens may answer again */
  broughtBack(): void
  arrived(answer: Answer, submit: SubmitMutation): void
  /** a correction has replaced the citizen */
  corrected(answer: Answer): void
  /** the answer's citizen data were written again */
  tied(before: Answer, after: Answer): void
  /** a supervisor is about to identify the citizen */
  settling(answer: AnswerId, how: string): void
  final(server: SimServer, desks: Desks, stored: ReadonlyMap<AnswerId, Answer>): Promise<void>
}

/** The words of a name, ignoring accents, case and order. */
function wordsOf({ nombre, apellido }: Pick<Citizen, 'nombre' | 'apellido'>): string {
  const plain = `${nombre} ${apellido}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/\s+/).sort().join(' ')
}

export function createCitizenOracle(registry: () => Registry, note: (violation: string) => void): CitizenOracle {
  /** supervisors' decisions about the citizen of an answer, whether they reached the server or not */
  const said = new Map<AnswerId, Set<string>>()
  /** answers for which a citizen was to be created, by number */
  const creating = new Map<string, Set<AnswerId>>()
  const numbers = new Map<AnswerId, string>()

  function checkTie(answer: Answer, was: Citizen, is: Citizen): void {
    const words = said.get(answer.id) ?? new Set()
    const person = registry().personOf(is.dni)
    if (is.id !== undefined) {
      if (person?.id !== is.id) note(`2 exactly once: ${answer.id} is attached to ${is.id}, who is somebody else`)
      else if (wordsOf(was) !== wordsOf(person) && !words.has('registered') && !words.has('created'))
        note(`2 exactly once: ${answer.id} is attached to ${is.id}, who has another name`)
    } else if (is._source === 'confirmed') {
      if (!words.has('typed')) note(`5 no silent overwrite: nobody has said that the citizen of ${answer.id} stays`)
    } else if (was.id !== undefined && person?.id === was.id && wordsOf(was) === wordsOf(person))
      note(`1 nothing lost: ${answer.id} has lost whom it is of, and the registry knows them`)
    const asked = registry().askedAt(was.dni)
    const since = toMilliseconds(answer.receivedAt)
    const asks = !words.has('created') && !words.has('typed')
    if (asks && (asked === undefined || asked < since))
      note(`5 no silent overwrite: the citizen of ${answer.id} was changed before the registry was asked`)
    if (!words.has('registered') && (is.nombre !== was.nombre || is.apellido !== was.apellido || is.dni !== was.dni))
      note(`5 no silent overwrite: the name that was typed in ${answer.id} is another one`)
  }

  const records = new Map<string, AnswerId>()
  function checkPortal({ id, authorId, datosCiudadano, portalCiudadanoData }: Answer): void {
    const { id: who, nombre, dni, _source } = datosCiudadano ?? {}
    if (authorId !== EVA.author || who !== EVA.id || nombre !== EVA.nombre || dni !== EVA.dni || _source !== 'portal')
      note(`7 own author: ${id} of ${authorId} names ${who} (${_source})`)
    if (portalCiudadanoData === undefined) note(`1 nothing lost: ${id} does not say that it came through the portal`)
    const record = portalCiudadanoData?.idRespuestaMG
    if (record === undefined) return
    if ((records.get(record) ?? id) !== id) note(`2 exactly once: two answers have the record ${record}`)
    records.set(record, id)
  }

  return {
    broughtBack: () => records.clear(),
    arrived: (answer, { header: { citizen, portal } }) => {
      // The citizen of a portal answer is the signed-in one, whatever the device reports.
      if (isCitizenAuthor(answer.authorId)) return checkPortal(answer)
      if (citizen === undefined) return
      numbers.set(answer.id, digitsOf(citizen.dni))
      const _source = citizen.id === undefined ? 'typed' : 'claimed'
      const expected = portal === undefined ? { ...citizen, _source } : citizen
      if (!isDeepStrictEqual(answer.datosCiudadano, expected))
        note(`2 exactly once: the citizen of ${answer.id} is ${answer.datosCiudadano?._source} on arrival`)
    },
    corrected: ({ id, datosCiudadano }) => {
      numbers.set(id, digitsOf(datosCiudadano?.dni))
      const source = datosCiudadano?._source
      if (source !== 'typed' && source !== 'claimed')
        note(`2 exactly once: the citizen whom somebody has put into ${id} is ${source} at once`)
    },
    tied: (before, after) => {
      const [was, is] = [before.datosCiudadano, after.datosCiudadano]
      if (isDeepStrictEqual(was, is)) return
      if (was === undefined || is === undefined) note(`1 nothing lost: the citizen of ${after.id} has come or gone`)
      else checkTie(after, was, is)
    },
    settling: (answer, how) => {
      said.set(answer, (said.get(answer) ?? new Set()).add(how))
      const number = numbers.get(answer) ?? ''
      if (how === 'created') creating.set(number, (creating.get(number) ?? new Set()).add(answer))
    },
    final: async ({ store }, desks, stored) => {
      let open = 0
      for (const { id, datosCiudadano: citizen, portalCiudadanoData } of stored.values()) {
        if (citizen === undefined || portalCiudadanoData !== undefined) continue
        const isOpen = (await store.get(keys.unsettled(id))) !== undefined
        if (isOpen) open += 1
        const isKnown = citizen._source === 'registry' ? citizen.id !== undefined : citizen._source === 'confirmed'
        if (isKnown === isOpen || (isOpen && citizen.id !== undefined))
          note(`1 nothing lost: the citizen of ${id} is ${citizen._source}, and ${isOpen ? 'listed' : 'not listed'}`)
      }
      for (const [number, answers] of creating)
        if (registry().keysOf(number) > answers.size)
          note(`2 exactly once: ${number} was to be created under ${registry().keysOf(number)} keys`)
      const [supervisor] = OFFICE
      const reply = supervisor && (await desks.ask(supervisor, 'GET', '/api/citizens/unsettled'))
      const listed = reply?.ok === true ? ((await reply.json()) as UnsettledPage).total : undefined
      if (listed !== open) note(`11 truthful: ${open} citizens are unsettled, and the list says ${listed}`)
    },
  }
}
