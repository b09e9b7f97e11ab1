import type { AnswerId, MutationId, TemplateId } from '../kernel/ids.ts'
import type { MunicipalityPath } from '../kernel/paths.ts'
import type { Author } from '../kernel/author.ts'
import type { Key } from './commit.ts'

/** Where each document lives: the one place that knows the paths. A key's collection is its second last segment. */
export const keys = {
  user: (id: Author): Key => `usuarios/${id}`,
  template: (id: TemplateId): Key => `formularios/${id}`,
  templateVersion: (id: TemplateId, version: number): Key => `formularios/${id}/versiones/${version}`,
  /** a header image that was sent for a template */
  templateImage: (id: TemplateId, sha256: string): Key => `imagenes/${id}~${sha256}`,
  /** an incident type that the management system has made for a form of this municipality; its ids are texts of any kind */
  incidentType: (municipality: MunicipalityPath, id: string): Key =>
    `${municipality}/tipos_incidencia/${segmentOf(id)}`,
  /** the agendas that the booking product named last for this municipality */
  agendas: (municipality: MunicipalityPath): Key => `${municipality}/agendas/turnero`,
  answer: (id: AnswerId): Key => `respuestas_formularios/${id}`,
  /** an earlier version of an answer, as it was before a change */
  answerVersion: (id: AnswerId, version: number): Key => `respuestas_formularios/${id}/historial/${version}`,
  held: (id: AnswerId): Key => `held/${id}`,
  /** what a device says of one account's work on it */
  device: (device: string, account: Author): Key => `devices/${device}~${account}`,
  job: (id: string): Key => `jobs/${id}`,
  receipt: (id: MutationId): Key => `receipts/${id}`,
  /** who holds which file: having sent the bytes is what gives the right to name them */
  file: (author: Author, sha256: string): Key => `files/${author}~${sha256}`,
  /** how many answers a template has: read and written with each answer, never counted at that moment */
  templateCounter: (id: TemplateId): Key => `counters/template~${id}`,
  /** how many answers of a form a citizen has, under one of their names; not there when none */
  citizenCounter: (id: TemplateId, citizen: string): Key => `counters/citizen~${id}~${citizen}`,
} as const

/** A text as one segment of a key. A very long one is cut: whoever reads the document looks at the id in it. */
function segmentOf(text: string): string {
  return `t${text.replace(/[^A-Za-z0-9]/g, (sign) => `=${sign.charCodeAt(0).toString(16)}.`)}`.slice(0, 150)
}
