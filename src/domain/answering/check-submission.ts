import type { FormTemplate } from '../templates/documents/template.ts'
import type { ProblemDetails } from '../kernel/problem.ts'
import { MAX_PUBLIC_ANSWER_CHARACTERS } from '../kernel/limits.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { ATTACHMENT_FIELDS } from '../questions/attachments.ts'
import { checkValue } from '../questions/question-value.ts'
import { isGuest } from '../kernel/author.ts'
import type { SubmitMutation } from './submission.ts'
import type { Address } from '../kernel/address.ts'
import { checkHeader, toFormShownToAuthor } from './check-header.ts'
import { checkAnswerSize } from './check-size.ts'
import { checkFilePlace, type FilePlace } from './file-places.ts'
import { findMissingItems } from './missing.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'
import { findAskedQuestion, readRowIds, findSectionByOrder } from './walk.ts'

/**
 * Checks whether a submission is a valid and complete answer to this version of the template. The device checks before
 * saving and the server before storing, so that the server refuses only forged submissions.
 *
 * Refuses with:
 * - answer.unknown-address: a question, condition, row or signature that was not asked for
 * - answer.wrong-value: with the value's problem as `reason`
 * - file.missing: referenced but not described, described but not referenced, or described twice
 * - value.single-option-only: two conditions in a section that allows one
 * - file.wrong-type, file.too-large, answer.incomplete, and the codes of checkAnswerSize and checkHeader
 */
export function checkSubmission(template: FormTemplate, submit: SubmitMutation): Result<void> {
  const size = checkAnswerSize(
    template,
    submit.content,
    isGuest(submit.author) ? MAX_PUBLIC_ANSWER_CHARACTERS : undefined,
  )
  if (!size.ok) return size
  const checks = [checkHeader, checkConditions, checkRows, checkValues, checkSignatures, checkFiles, checkComplete]
  for (const check of checks) {
    const checked = check(template, submit)
    if (!checked.ok) return checked
  }
  return ok(undefined)
}

function checkConditions(template: FormTemplate, { content }: SubmitMutation): Result<void> {
  for (const [orden, checked] of Object.entries(content.conditions)) {
    const section = findSectionByOrder(template, Number(orden))
    const known =
      section?.conditionalSection === true &&
      checked.every((order) => section.conditions.some((condition) => condition.order === order))
    if (!known || !isAscending(checked)) return refuse('answer.unknown-address', { section: orden })
    if (section.conditionalSectionSingle && checked.length > 1)
      return refuse('value.single-option-only', { section: orden })
  }
  return ok(undefined)
}

function checkRows(template: FormTemplate, { content }: SubmitMutation): Result<void> {
  for (const orden of Object.keys(content.rows)) {
    const rows = readRowIds(content, orden)
    if (findSectionByOrder(template, Number(orden))?.repetible !== true || new Set(rows).size !== rows.length)
      return refuse('answer.unknown-address', { section: orden })
  }
  return ok(undefined)
}

function checkValues(template: FormTemplate, submit: SubmitMutation): Result<void> {
  const { content, files } = submit
  for (const [address, value] of listValueEntries(content)) {
    const place = findAskedQuestion(template, content, address)
    if (place === undefined) return refuse('answer.unknown-address', { address: address })
    const checked = checkValue(place.question, value)
    if (!checked.ok) return refuse('answer.wrong-value', withReason(address, checked.problem.code))
  }
  return checkFilePlaces(submit, new Map(files.map((file) => [file.sha256, file])))
}

/**
 * Checks that each place accepts its file: e.g. a signature is a PNG of at most 1 MB, a photo is an image, a document
 * is no video. Types and lengths are those claimed in the submission, or those of the stored files.
 * @param files type and length by hash; files not in the map are accepted
 */
export function checkFilePlaces(
  { content, header }: Pick<SubmitMutation, 'content' | 'header'>,
  files: ReadonlyMap<string, FileFacts>,
): Result<void> {
  if (files.size === 0) return ok(undefined)
  const check = (place: FilePlace, sha256: string | undefined, where: ProblemDetails): Result<void> => {
    const file = sha256 === undefined ? undefined : files.get(sha256)
    const checked = file === undefined ? ok(undefined) : checkFilePlace(place, file)
    return checked.ok ? checked : refuse(checked.problem.code, { ...checked.problem.details, ...where })
  }
  for (const [address, value] of listValueEntries(content)) {
    for (const { field } of ATTACHMENT_FIELDS) {
      const checked = check(field, value[field], { address })
      if (!checked.ok) return checked
    }
  }
  for (const { image, indexSignature } of header.signatures) {
    const checked = check('signature', image, { signature: indexSignature })
    if (!checked.ok) return checked
  }
  return ok(undefined)
}
type FileFacts = { readonly type: string; readonly bytes: number }

/** Checks that each signature is requested by the form and given once. */
export function checkSignatures(
  template: FormTemplate,
  { header }: { readonly header: Pick<SubmitMutation['header'], 'signatures'> },
): Result<void> {
  const seen = new Set<number>()
  for (const { indexSignature } of header.signatures) {
    const isWanted =
      template.opcionales.digitalSignature &&
      template.signatures.some((signature) => signature.indexSignature === indexSignature)
    if (!isWanted || seen.has(indexSignature)) return refuse('answer.unknown-address', { signature: indexSignature })
    seen.add(indexSignature)
  }
  return ok(undefined)
}

function checkFiles(_template: FormTemplate, submit: SubmitMutation): Result<void> {
  const namedHashes = findReferencedFiles(submit)
  const described = new Set(submit.files.map((file) => file.sha256))
  if (described.size !== submit.files.length) return refuse('file.missing', { reason: 'described twice' })
  if (described.size !== namedHashes.size) return refuse('file.missing', { reason: 'not described' })
  for (const sha256 of namedHashes) if (!described.has(sha256)) return refuse('file.missing', { file: sha256 })
  return ok(undefined)
}

/** Hashes of all files that an answer's values and signatures refer to. */
export function findReferencedFiles(submit: Pick<SubmitMutation, 'content' | 'header'>): ReadonlySet<FileHash> {
  const namedHashes = new Set<FileHash>()
  for (const { imagen, documento, video } of Object.values(submit.content.values)) {
    if (imagen !== undefined) namedHashes.add(imagen)
    if (documento !== undefined) namedHashes.add(documento)
    if (video !== undefined) namedHashes.add(video)
  }
  for (const { image } of submit.header.signatures) namedHashes.add(image)
  return namedHashes
}
type FileHash = SubmitMutation['files'][number]['sha256']

function checkComplete(template: FormTemplate, { author, content, header }: SubmitMutation): Result<void> {
  const [first] = findMissingItems(toFormShownToAuthor(template, author), content, header, true)
  if (first === undefined) return ok(undefined)
  return refuse('answer.incomplete', {
    reason: first.problem.code,
    ...(first.kind === 'question' ? { address: first.address } : {}),
  })
}

function listValueEntries(content: AnswerValues): readonly (readonly [Address, QuestionValue])[] {
  return Object.entries(content.values) as unknown as readonly (readonly [Address, QuestionValue])[]
}

function withReason(address: Address, reason: string): ProblemDetails {
  return { address, reason }
}

function isAscending(orders: readonly number[]): boolean {
  return orders.every((order, index) => index === 0 || order > (orders[index - 1] ?? Number.POSITIVE_INFINITY))
}
