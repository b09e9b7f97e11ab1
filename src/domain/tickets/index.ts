export {
  eventMark,
  MAX_TICKET_CODE_LENGTH,
  decodeTicket,
  type ReadTicket,
  type TicketKeys,
  writeTicket,
} from './code.ts'
export {
  inOrder,
  isOpenAt,
  judge,
  type ListedTicket,
  type Refusal,
  SAME_SCAN_MS,
  type Scan,
  type Verdict,
} from './scan.ts'
export {
  DOOR_LINK,
  doorBearerSchema,
  doorEventSchema,
  doorKnowledgeSchema,
  doorReportSchema,
  doorSyncSchema,
  MAX_SCANS_GIVEN,
  MAX_SCANS_SENT,
  MAX_TICKETS_GIVEN,
  type AskedScan,
  type DoorEvent,
  type DoorKnowledge,
  type DoorLinksShown,
  type DoorReport,
  type DoorSync,
} from './doors-api.ts'
export { ticketSeed } from './tickets.ts'
export {
  doorEventOf,
  doorHoursOf,
  eventPlaceOf,
  isEventForm,
  lastMomentOfLink,
  LATE_REPORTS,
  withEventPlace,
} from './event.ts'
export { isDiscarded } from './discard.ts'
export { doorReportOf } from './report.ts'
export { ticketOwnerSchema, ticketsOfAnswerSchema, type ShownTicket, type TicketsOfAnswer } from './tickets-api.ts'
export * from './documents/ticket.ts'
export * from './documents/hash.ts'
export * from './documents/sale.ts'
export * from './api/doors.ts'
export * from './api/tickets.ts'
