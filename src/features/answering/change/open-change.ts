import { readAnswer, type Answer } from '#domain/answers/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import { readTemplateVersion, type FormTemplate } from '#domain/templates/index.ts'
import type { Actor } from '#domain/access/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import { canReplaceValues, findActionRefusal, findNotOfferedReason } from '#domain/corrections/index.ts'
import { type AnswerId, ok, type Problem, refuse, type Result } from '#domain/kernel/index.ts'
import { type AnswerChange, computeExpectedAnswer, convertToRowLists } from '#domain/sync/index.ts'
import type { FormRules } from '../form/form-context.ts'
import { type Draft, storeAnswerForEditing, loadAnswer, loadDraft, loadTemplate, type Local } from '#local/index.ts'

export type ChangeKind = 'answer.edit' | 'answer.correct' | 'answer.revise'

/** A stored answer opened for a change. */
export type ChangeOpening = {
  readonly kind: ChangeKind
  /** latest server version known to this device */
  readonly stored: Answer
  /** the stored answer with this device's pending mutations applied, as shown to the user */
  readonly expected: Answer
  readonly version: FormTemplate
  /** the user may replace existing values; otherwise only fill in missing values */
  readonly mayReplace: boolean
  /** locks of a citizen's revision; if missing, the user's rights determine the locks */
  readonly rules?: FormRules
  readonly draft: { readonly draft: Draft; readonly files: readonly FileClaim[] } | undefined
}

type Sources = { readonly local: Local; readonly ask: RequestSender }

/**
 * Opens an answer in the form version it was filled in with, and stores both on this device for offline use. Fails with
 * answer.missing, template.version-unknown, network.unreachable, and with the problem of the rule that forbids the
 * change.
 */
export async function openChange(
  { local, ask }: Sources,
  actor: Actor,
  kind: ChangeKind,
  id: AnswerId,
): Promise<Result<ChangeOpening>> {
  const result = await loadStoredAnswer({ local, ask }, id)
  if (!result.ok) return result
  const { stored, waiting } = result.value
  const version = await loadAnswerVersion({ local, ask }, stored)
  if (!version.ok) return version
  const { answer: expected, isGone } = computeExpectedAnswer(stored, version.value, waiting)
  if (isGone) return refuse('answer.missing')
  const draft = await loadChangeDraft(local, id)
  const own = draft?.draft.change?.kind === kind ? draft : undefined
  const request = { kind, actor, answer: expected, version: version.value, isDrafted: own !== undefined }
  const refused = findChangeRefusal(request)
  if (refused !== null) return { ok: false, problem: refused }
  await storeAnswerForEditing(local, stored, version.value)
  const replacesValues = kind === 'answer.correct' || canReplaceValues(actor, stored, version.value)
  return ok({ kind, stored, expected, version: version.value, mayReplace: replacesValues, draft: own })
}

/** Loads the draft. In drafts of app versions without row ids, rows are matched with the answer's rows. */
async function loadChangeDraft(local: Local, id: AnswerId): Promise<ChangeOpening['draft']> {
  const found = await loadDraft(local, id)
  return found === undefined ? undefined : { ...found, draft: convertToRowLists('draft', found.draft) as Draft }
}

type AskedChange = {
  readonly kind: ChangeKind
  readonly actor: Actor
  readonly answer: Answer
  readonly version: FormTemplate
  readonly isDrafted: boolean
}

/**
 * The reason why the change is forbidden, or null. An existing draft opens even if nothing is left to complete, so that
 * the user can read its text.
 */
function findChangeRefusal({ kind, actor, answer, version, isDrafted }: AskedChange): Problem | null {
  const act = kind === 'answer.correct' ? 'correct' : 'edit'
  return isDrafted ? findActionRefusal(act, actor, answer, version) : findNotOfferedReason(act, actor, answer, version)
}

async function loadStoredAnswer(
  { local, ask }: Sources,
  id: AnswerId,
): Promise<Result<{ readonly stored: Answer; readonly waiting: readonly AnswerChange[] }>> {
  const device = await loadAnswer(local, id)
  const waiting = (device?.entries ?? []).flatMap(({ mutation, state }) =>
    mutation.kind === 'answer.submit' || state.kind === 'quarantined' ? [] : [mutation],
  )
  const reply = await ask(readAnswer, { id })
  if (reply.kind === 'ok') return ok({ stored: reply.value.answer, waiting })
  if (reply.kind === 'refused') return refuse('answer.missing')
  return device?.answer === undefined ? refuse('network.unreachable') : ok({ stored: device.answer, waiting })
}

async function loadAnswerVersion({ local, ask }: Sources, answer: Answer): Promise<Result<FormTemplate>> {
  const { idPlantilla: id, templateVersion: version } = answer
  const template = await loadTemplate(local, id, version)
  if (template !== undefined) return ok(template)
  const reply = await ask(readTemplateVersion, { id, version })
  if (reply.kind === 'ok') return ok(reply.value.template)
  return refuse(reply.kind === 'refused' ? 'template.version-unknown' : 'network.unreachable')
}
