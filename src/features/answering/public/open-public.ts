import { readPublicForm } from '#domain/pages/index.ts'
import { type Ask, type Outcome, problemOf, type ReplyOf } from '#domain/endpoints/index.ts'
import { templateOfPublicForm } from '#domain/answering/index.ts'
import { type AnswerId, type Problem, type TemplateId, templateIdSchema } from '#domain/kernel/index.ts'
import {
  discardDraft,
  keepPublicForm,
  listAnswers,
  listDrafts,
  loadTemplate,
  storing,
  type Local,
  type LocalAnswer,
} from '#local/index.ts'
import { NEW_DRAFT, openDraft, type Opening } from '../drafts/open-draft.ts'

/** What the address of a form of the public leads to. */
export type PublicOpening =
  | {
      readonly kind: 'form'
      readonly opening: Extract<Opening, { readonly kind: 'new' | 'draft' }>
      /** the last answer that this device has sent or will send, by any author */
      readonly before: LocalAnswer | undefined
      /** what was written for it here and not sent */
      readonly drafts: readonly AnswerId[]
    }
  /** it takes no more answers of this device: one of each person is all that it takes */
  | { readonly kind: 'answered'; readonly before: LocalAnswer }
  /** it takes no answers; `drafts`: what was written for it here and not sent */
  | { readonly kind: 'refused'; readonly problem: Problem; readonly drafts: readonly AnswerId[] }
  /** the server could not be asked, and the form has never been here */
  | { readonly kind: 'unreachable'; readonly problem: Problem }

/** What the server knows of a public form. */
export type Told = ReplyOf<typeof readPublicForm>
/** The id of the element in which the server writes that into the page (functions/src/core/pages/public-page.ts). */
const TOLD = 'relevo-form'

/** What the server wrote into the page just sent; undefined: a worker kept the page, or the form was too large. */
export function toldBy(page: Document): Told | undefined {
  const text = page.getElementById(TOLD)?.textContent ?? ''
  return text === '' ? undefined : (JSON.parse(text) as Told)
}

/** Opens a form on a device with nothing of the public, without waiting for the database, which then keeps the form. */
export function openTold(local: Local, { form, codeHidden }: Told): PublicOpening {
  const template = templateOfPublicForm(form)
  void keepPublicForm(local, template, { codeHidden })
  return { kind: 'form', opening: { kind: 'new', template }, before: undefined, drafts: [] }
}

/** Milliseconds: so long a form that is here already waits for the server to say that it still takes answers. */
export const PATIENCE = 4_000

/**
 * Opens a form for the public. The server's word comes first: it may have stopped taking answers; a form on this device
 * opens without it. One draft goes on by itself: the youngest, where two windows have begun one each.
 * @param pause resolves after so many milliseconds
 */
export async function openPublic(
  local: Local,
  id: string,
  ask: Ask,
  pause: (milliseconds: number) => Promise<void>,
): Promise<PublicOpening> {
  // What storage refuses is said on the page, which would stand there empty otherwise.
  const found = await storing(() => find(local, id, ask, pause))
  return found.ok ? found.value : { kind: 'unreachable', problem: found.problem }
}

async function find(
  local: Local,
  id: string,
  ask: Ask,
  pause: (milliseconds: number) => Promise<void>,
): Promise<PublicOpening> {
  const parsed = templateIdSchema.safeParse(id)
  if (!parsed.success) return { kind: 'refused', problem: { code: 'template.missing' }, drafts: [] }
  const template = parsed.data
  const asking = ask(readPublicForm, { id: template })
  const drafts = (await listDrafts(local)).filter((draft) => draft.template === template).map((draft) => draft.id)
  const isHere = drafts.length > 0 || (await loadTemplate(local, template)) !== undefined
  const told = await (isHere ? Promise.race([asking, pause(PATIENCE)]) : asking)
  if (told?.kind === 'ok') {
    const { form, codeHidden } = told.value
    const kept = await keepPublicForm(local, templateOfPublicForm(form), { codeHidden })
    if (!kept.ok) return { kind: 'unreachable', problem: kept.problem }
  }
  if (told?.kind === 'refused') return { kind: 'refused', problem: told.problem, drafts }
  return opened(local, template, drafts, told)
}

async function opened(
  local: Local,
  template: TemplateId,
  drafts: readonly AnswerId[],
  told: Outcome<unknown> | void,
): Promise<PublicOpening> {
  const opening = await openDraft(local, template, drafts[0] ?? NEW_DRAFT)
  const [before] = await listAnswers(local, template)
  if (opening.kind === 'new' || opening.kind === 'draft') {
    const once = opening.template.opcionales.singleAnswer && opening.kind === 'new'
    return once && before !== undefined ? { kind: 'answered', before } : { kind: 'form', opening, before, drafts }
  }
  if (told !== undefined && told.kind !== 'ok') return { kind: 'unreachable', problem: problemOf(told) }
  const problem: Problem = opening.kind === 'problem' ? opening.problem : { code: 'template.missing' }
  return { kind: 'refused', problem, drafts }
}

/** A person's act: nothing of what was written for this form and not sent stays here. */
export async function discardDrafts(local: Local, drafts: readonly AnswerId[]): Promise<void> {
  for (const draft of drafts) await discardDraft(local, draft)
}
