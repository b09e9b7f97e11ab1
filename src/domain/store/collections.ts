import type { Answer } from '../answers/documents/answer.ts'
import type { Area, Country, Municipality, Province } from '../places/documents/location.ts'
import type { AuditEntry } from '../audit/documents.ts'
import type { DeletedAnswer } from '../answers/documents/deleted.ts'
import type { ErasedAnswer } from '../privacy/documents.ts'
import type { FormListItem } from '../templates/documents/form-summary.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { HeldAnswer } from '../answers/documents/held.ts'
import type { FileHolding } from '../files/documents/file-holding.ts'
import type { StoredDraft } from '../templates/documents/stored-draft.ts'
import type { StoredStatistics } from '../statistics/documents.ts'
import type { PaymentOrder, Receipt } from '../payments/documents/order.ts'
import type { StoredSession } from '../sessions/documents/web-session.ts'
import type { TemplateImage } from '../templates/documents/image.ts'
import type { Ticket, TicketScans } from '../tickets/documents/ticket.ts'
import type { User } from '../users/documents/user.ts'
import type { UnsettledCitizen } from '../citizens/documents/unsettled.ts'
import type { UserRequest } from '../sessions/documents/sso.ts'
import type { VersionLine } from '../templates/documents/version-line.ts'
import type { StoredDocument } from '../kernel/key.ts'
import type { ListedAnswer } from '../answers/summaries.ts'
import type { DeviceRecord } from '../devices/fleet.ts'
import type { ListedHeldAnswer } from '../answers/held-api.ts'
import type { Job } from '../jobs/jobs.ts'
import type { DraftListItem } from '../templates/draft-list-items.ts'

/** Types of the documents that a search finds, by collection. Omits collections that are never searched. */
type Documents = {
  readonly usuarios: User
  readonly paises: Country
  readonly provincias: Province
  readonly municipios: Municipality
  readonly areas_municipales: Area
  readonly websession: StoredSession
  readonly formularios: FormTemplate
  readonly borradores: StoredDraft
  readonly formEditedInfo: VersionLine
  readonly respuestas_formularios: Answer
  readonly estadisticas: StoredStatistics
  readonly held: HeldAnswer
  readonly deleted: DeletedAnswer
  readonly erased: ErasedAnswer
  readonly unsettled: UnsettledCitizen
  readonly imagenes: TemplateImage
  readonly files: FileHolding
  readonly solicitudes: UserRequest
  readonly devices: DeviceRecord
  readonly jobs: Job
  readonly payOrder: PaymentOrder
  readonly recibos: Receipt
  readonly boletos: Ticket
  readonly lecturas: TicketScans
  readonly audit: AuditEntry
}

/** Types of the summaries that a search finds, by collection. */
type Summaries = {
  readonly formularios: FormListItem
  readonly borradores: DraftListItem
  readonly respuestas_formularios: ListedAnswer
  readonly held: ListedHeldAnswer
  readonly boletos: Pick<Ticket, 'id' | 'zone' | 'state'>
}

/** Type of the documents in a collection, or of their summaries. */
export type DocumentIn<Name extends string, IsSummary extends boolean> = IsSummary extends true
  ? Name extends keyof Summaries
    ? Summaries[Name]
    : StoredDocument
  : Name extends keyof Documents
    ? Documents[Name]
    : StoredDocument
