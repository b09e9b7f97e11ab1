export {
  eventMark,
  LONGEST_TICKET_CODE,
  readTicket,
  type ReadTicket,
  type TicketFacts,
  type TicketKeys,
  writeTicket,
} from './code.ts'
export {
  type Door,
  type DoubleEntry,
  doubleEntries,
  judge,
  type Knowledge,
  type ListedTicket,
  type Refusal,
  SAME_SCAN_MS,
  type Scan,
  type Verdict,
} from './judge.ts'
