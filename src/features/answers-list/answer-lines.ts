import { referencePrefix } from '#domain/codes/index.ts'
import type { FormTemplate } from '#domain/documents/index.ts'
import type { AnswerId, Instant, UserId } from '#domain/kernel/index.ts'
import { summaryOf, type AnswerSummary, type Delivery, type Profile } from '#domain/sync/index.ts'
import type { LocalAnswer } from '#local/index.ts'

/** One line of the table, whether it comes from this device or from the server. */
export type AnswerLine = {
  readonly id: AnswerId
  /** empty until the server has given one */
  readonly code: string
  readonly addressee: string
  readonly at: Instant
  readonly author: string
  /** name of the current state; null when the form has none */
  readonly state: string | null
  /** undefined: this device did not send it */
  readonly delivery: Delivery | undefined
}

/** An answer that the server has not received whole, as far as this device knows; a held one counts, because no list of the server shows it. */
export function isUnsent(answer: LocalAnswer): boolean {
  return answer.delivery !== undefined && answer.delivery.kind !== 'received'
}

/** What this account has answered: sent from here, or from another of its devices. */
export function isOwn({ submit, answer }: Pick<LocalAnswer, 'submit' | 'answer'>, account: UserId): boolean {
  return answer === undefined ? submit !== undefined : answer.authorId === account
}

export function lineOfSummary(summary: AnswerSummary, delivery?: Delivery): AnswerLine {
  return {
    id: summary.id,
    code: summary.codigoMunicipio,
    addressee: summary.destinatario,
    at: summary.fechaCreacion,
    author: authorName(summary.firstName, summary.lastName, summary.creadoPor),
    state: summary.estado,
    delivery,
  }
}

/** @param template the version that it was filled with, for the name of its state; undefined when the device lacks it */
export function lineOfLocal(answer: LocalAnswer, template: FormTemplate | undefined, profile: Profile): AnswerLine {
  if (answer.answer !== undefined) return lineOfSummary(summaryOf(answer.answer), answer.delivery)
  const { delivery, submit } = answer
  const citizen = submit?.header.citizen
  const states = template?.estados
  const state = submit?.header.state ?? states?.inicial
  return {
    id: answer.id,
    code: delivery?.kind === 'received' ? delivery.code : '',
    addressee:
      citizen === undefined
        ? ''
        : citizen.tipo === 'juridica'
          ? citizen.nombre
          : `${citizen.nombre} ${citizen.apellido}`.trim(),
    at: answer.at,
    author: authorName(profile.firstName, profile.lastName, profile.email),
    state: states?.disponibles.find(({ id }) => id === state)?.nombre ?? null,
    delivery,
  }
}

function authorName(firstName: string, lastName: string, login: string): string {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? login : name
}

/** The lines with those of answers that are here as summaries only, the youngest first. */
export function withOlder(lines: readonly AnswerLine[], older: readonly AnswerSummary[]): readonly AnswerLine[] {
  const there = new Set(lines.map(({ id }) => id))
  const added = older.filter(({ id }) => !there.has(id)).map((summary) => lineOfSummary(summary))
  return [...lines, ...added].toSorted((a, b) => b.at.localeCompare(a.at))
}

/** The server's page with this device's own on top of the first one; an answer never stands twice. */
export function merged(own: readonly AnswerLine[], server: readonly AnswerLine[], page: number): readonly AnswerLine[] {
  if (page > 1) return server
  const there = new Set(server.map(({ id }) => id))
  return [...own.filter(({ id }) => !there.has(id)), ...server]
}

/** Whether somebody who types a code or a provisional reference means this answer; nothing typed means every one. */
export function isSought({ id, code }: Pick<AnswerLine, 'id' | 'code'>, typed: string): boolean {
  const sought = typed.trim()
  if (sought === '') return true
  const reference = referencePrefix(sought)
  return code.toUpperCase() === sought.toUpperCase() || (reference !== null && id.startsWith(reference))
}
