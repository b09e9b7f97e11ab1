export {
  eventMark,
  MAX_TICKET_CODE_LENGTH,
  decodeTicket,
  type ReadTicket,
  type TicketFacts,
  type TicketKeys,
  writeTicket,
} from './code.ts'
export {
  type Door,
  type DoubleEntry,
  doubleEntries,
  inOrder,
  isOpenAt,
  judge,
  takenBy,
  type Knowledge,
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
  doorLinkIdSchema,
  doorLinkDiscardedSchema,
  doorLinkMadeSchema,
  doorLinkScansSchema,
  doorLinksShownSchema,
  doorLinkWishSchema,
  doorOfFormSchema,
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
export { listedTicketSchema, ticketSeed, ticketStateOf, withTicket, type ListedLine } from './tickets.ts'
export {
  doorEventOf,
  doorHoursOf,
  eventPlaceOf,
  isEventForm,
  isMoved,
  lastMomentOfLink,
  LATE_REPORTS,
  LINK_AFTER,
  OPENS_BEFORE,
  withEventPlace,
  type EventForm,
  type EventPlace,
} from './event.ts'
export { discarded, isDiscarded, isPassage } from './discard.ts'
export { doorReportOf } from './report.ts'
export {
  blockWishSchema,
  sendTicketsWishSchema,
  shownTicketSchema,
  ticketNumberSchema,
  ticketOfAnswerSchema,
  ticketOwnerSchema,
  ticketsOfAnswerSchema,
  type ShownTicket,
  type TicketOwner,
  type TicketsOfAnswer,
} from './tickets-api.ts'
export * from './documents/ticket.ts'
export * from './documents/hash.ts'
export * from './documents/sale.ts'
export * from './api/doors.ts'
export * from './api/tickets.ts'
