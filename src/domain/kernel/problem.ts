import { z } from 'zod'

/**
 * Every reason that Relevo gives for not doing something. The words for people live in `src/ui/words/problem-messages.ts`,
 * which does not compile until each code has some.
 */
export const PROBLEM_CODES = [
  // The request itself
  'request.malformed',
  'request.too-large',
  'request.too-many',
  'request.not-found',
  'request.cross-site',
  'request.unsupported-protocol',
  'server.failed',
  'server.busy',
  'network.unreachable',
  // Who is asking
  'session.required',
  'session.other-account',
  'session.bad-credentials',
  'session.throttled',
  'session.no-user-record',
  'session.no-areas',
  'session.token-invalid',
  'password.too-short',
  'access.forbidden',
  'municipality.blocked',
  'country.blocked',
  // Templates
  'template.missing',
  'template.deleted',
  'template.version-unknown',
  'template.not-in-areas',
  'template.broken',
  'template.invalid',
  'template.conflict',
  'template.exists',
  'template.area-unknown',
  'template.cannot-be-public',
  'template.image-missing',
  // Outside systems
  'connector.not-configured',
  'connector.municipality-not-linked',
  'connector.areas-failed',
  'connector.incident-type-failed',
  'connector.incident-type-exists',
  'connector.agendas-failed',
  // Answers
  'answer.missing',
  'answer.exists-with-other-content',
  'answer.author-mismatch',
  'answer.incomplete',
  'answer.unknown-address',
  'answer.wrong-value',
  'answer.too-large',
  'answer.limit-reached',
  'answer.already-answered',
  'answer.citizen-required',
  'answer.location-required',
  'answer.state-unknown',
  'answer.version-conflict',
  'answer.no-states',
  'answer.transition-not-allowed',
  'answer.not-incomplete',
  'answer.no-changes',
  'answer.already-revised',
  'answer.not-asked-for',
  'answer.locked-by-signature',
  'answer.locked-by-payment',
  'answer.locked-by-portal',
  'held.already-decided',
  // Single values, shown at the field
  'value.integer',
  'value.decimal',
  'value.date',
  'value.time',
  'value.required',
  'value.option-unknown',
  'value.single-option-only',
  'value.text-too-long',
  'value.text-invalid',
  'value.file-not-allowed',
  // Files
  'file.too-large',
  'file.wrong-type',
  'file.hash-mismatch',
  'file.length-mismatch',
  'file.missing',
  'file.unreadable',
  // Signatures
  'signature.required',
  'signature.name-required',
  'signature.title-too-long',
  // The device
  'device.storage-full',
  'device.storage-failed',
  'backup.unreadable',
  'backup.other-account',
  // Forms from files
  'import.too-large',
  'import.old-workbook',
  'import.encrypted',
  'import.unreadable',
  'import.no-survey',
  'import.no-questions',
  'import.not-a-form',
  'import.newer-app',
] as const

export const problemCodeSchema = z.enum(PROBLEM_CODES)
export type ProblemCode = z.infer<typeof problemCodeSchema>

/** Facts that a message needs: limits, names, addresses. Plain values only. */
export const problemDetailsSchema = z.record(z.string(), z.union([z.string(), z.number()]))
export type ProblemDetails = Readonly<z.infer<typeof problemDetailsSchema>>

export const problemSchema = z.object({ code: problemCodeSchema, details: problemDetailsSchema.optional() })
export type Problem = Readonly<z.infer<typeof problemSchema>>
