export {
  buildEventMark,
  MAX_TICKET_CODE_LENGTH,
  decodeTicket,
  type DecodedTicket,
  type TicketKeys,
  encodeTicket,
} from './code.ts'
export {
  findOccupyingEntry,
  sortPassages,
  isDoorOpenAt,
  judgeTicket,
  type ListedTicket,
  type TicketRefusal,
  REPEATED_SCAN_MS,
  type Scan,
  type TicketVerdict,
} from './scan.ts'
export {
  DOOR_LINK_PREFIX,
  doorBearerSchema,
  doorEventSchema,
  doorDataSchema,
  doorReportSchema,
  doorSyncSchema,
  MAX_SCANS_PER_REPLY,
  MAX_SCANS_PER_REPORT,
  MAX_TICKETS_PER_REPLY,
  type ScanRequest,
  type DoorEvent,
  type DoorData,
  type ShownDoorLinks,
  type DoorReport,
  type DoorSync,
  type EventGuests,
} from './doors-api.ts'
export { buildTicketSeed } from './tickets.ts'
export {
  buildDoorEvent,
  getDoorHours,
  pickEventPlace,
  isEventForm,
  computeLatestLinkEnd,
  MAX_REPORT_DELAY_MS,
  updateEventPlace,
} from './event.ts'
export { isScanDiscarded } from './discard.ts'
export { buildDoorReport, buildGuestList } from './report.ts'
export {
  buildEventSales,
  createBuyerCounter,
  buildRefundKey,
  type CancellationState,
  type EventSales,
  type FailedEventJobs,
} from './event-sales.ts'
export { ticketOwnerSchema, answerTicketsSchema, type ShownTicket, type AnswerTickets } from './tickets-api.ts'
export * from './documents/ticket.ts'
export * from './documents/hash.ts'
export * from './documents/sale.ts'
export * from './api/doors.ts'
export * from './api/left.ts'
export * from './api/tickets.ts'
