import { givePermit, readCitizenForm, readOwnAnswer, type CitizenPermit } from '#domain/citizens/index.ts'
import { toProblem, type RequestSender } from '#domain/endpoints/index.ts'
import { rebuildTemplateFromPublicForm } from '#domain/answering/index.ts'
import {
  collectRequestedParts,
  listRequestComments,
  findOpenRequest,
  computeRequestStatus,
} from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { decomposeAnswer } from '#domain/answering/index.ts'
import { answerIdSchema, type Instant, type Problem, type Result, ok, templateIdSchema } from '#domain/kernel/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { storeAnswerForEditing, storePublicForm, listDrafts, loadDraft, type Local } from '#local/index.ts'
import { storePermit } from '#local/guests/index.ts'
import { RequestedCorrectionNote } from '../change/before.tsx'
import type { ChangeOpening } from '../change/open-change.ts'
import { NEW_DRAFT, openDraft, type DraftOpening } from '../drafts/open-draft.ts'
import type { AnsweringSession } from '../session.ts'

export type PortalOpening =
  | { readonly kind: 'form'; readonly opening: Extract<DraftOpening, { readonly kind: 'new' | 'draft' }> }
  | RefusedPortalForm

export type RefusedPortalForm = {
  /** not available to this citizen, or the request failed */
  readonly kind: 'refused'
  readonly problem: Problem
  /** undefined: unknown, or not for this citizen */
  readonly form?: FormTemplate
}

/** Opens a form of the portal for the current citizen. Their latest draft is continued. */
export async function openPortalForm({ local, ask }: Sources, id: string): Promise<PortalOpening> {
  const parsed = templateIdSchema.safeParse(id)
  if (!parsed.success) return { kind: 'refused', problem: { code: 'template.missing' } }
  const reply = await ask(readCitizenForm, { id: parsed.data })
  if (reply.kind !== 'ok') return { kind: 'refused', problem: toProblem(reply) }
  const draft = (await listDrafts(local)).find(
    (eachDraft) => eachDraft.template === parsed.data && eachDraft.change === undefined,
  )
  const { form, codeHidden, timeZone, refusal } = reply.value
  // If the form's limit is reached, an existing draft can still be sent, and a supervisor decides. New answers are
  // refused.
  const template = rebuildTemplateFromPublicForm(form)
  if (refusal !== null && draft === undefined) return { kind: 'refused', problem: refusal, form: template }
  const result = await storePublicForm(local, template, { codeHidden, timeZone })
  if (!result.ok) return { kind: 'refused', problem: result.problem }
  const opening = await openDraft(local, parsed.data, draft?.id ?? NEW_DRAFT)
  return opening.kind === 'new' || opening.kind === 'draft'
    ? { kind: 'form', opening }
    : { kind: 'refused', problem: opening.kind === 'problem' ? opening.problem : { code: 'template.missing' } }
}

type Sources = { readonly local: Local; readonly ask: RequestSender }
export type NamedCitizen = Pick<CitizenPermit['citizen'], 'id' | 'nombre' | 'apellido' | 'dni'>

/**
 * Requests the permit to send the answer when the form opens, as there may be no network or session later.
 * @param shown for a revision: number of requests in the displayed answer, and the date of the last request
 */
export async function requestPermit(
  { local, ask }: Sources,
  { purpose, form }: Pick<CitizenPermit, 'purpose' | 'form'>,
  { answer, mutation }: Pick<AnsweringSession, 'answer' | 'mutation'>,
  shown: { readonly requests?: number; readonly requestSentAt?: Instant } = {},
): Promise<Result<NamedCitizen>> {
  const outcome = await ask(givePermit, { body: { purpose, form, answer, mutation, ...shown } })
  if (outcome.kind !== 'ok') return { ok: false, problem: toProblem(outcome) }
  await storePermit(local, mutation, outcome.value.permit)
  return ok(outcome.value.citizen)
}

export type RevisionOpening =
  | {
      readonly kind: 'open'
      readonly opening: ChangeOpening
      readonly codeHidden: boolean
      readonly shown: { readonly requests: number; readonly requestSentAt: Instant }
    }
  /** there is no open request; if `isBeingChecked`, a sent revision waits for review */
  | { readonly kind: 'revised'; readonly answer: Answer; readonly isBeingChecked: boolean }
  | { readonly kind: 'refused'; readonly problem: Problem }

/** Opens the parts of an answer that a request asks for. */
export async function openRevision({ local, ask }: Sources, id: string): Promise<RevisionOpening> {
  const parsed = answerIdSchema.safeParse(id)
  if (!parsed.success) return { kind: 'refused', problem: { code: 'answer.not-of-citizen' } }
  const reply = await ask(readOwnAnswer, { id: parsed.data })
  if (reply.kind !== 'ok') return { kind: 'refused', problem: toProblem(reply) }
  const { answer, form, codeHidden, requests } = reply.value
  const request = findOpenRequest(answer)
  if (request === undefined)
    return { kind: 'revised', answer, isBeingChecked: computeRequestStatus(answer) === 'correct' }
  const version = rebuildTemplateFromPublicForm(form)
  const draft = await loadDraft(local, parsed.data)
  await storeAnswerForEditing(local, answer, version)
  const requestedParts = collectRequestedParts(request)
  return {
    kind: 'open',
    codeHidden,
    shown: { requests, requestSentAt: request.sentDateTime },
    opening: {
      kind: 'answer.revise',
      stored: answer,
      expected: answer,
      version,
      mayReplace: false,
      draft: draft?.draft.change?.kind === 'answer.revise' ? draft : undefined,
      rules: {
        seen: decomposeAnswer(answer),
        observations: listRequestComments(answer),
        Before: RequestedCorrectionNote,
        isLocked: (place) => place.kind !== 'question' || !requestedParts.has(place.address),
      },
    },
  }
}
