import { API, type Endpoint } from '#domain/endpoints/index.ts'
import { type ApiToken, isAnswerWithinRestriction, isFormWithinRestriction } from '#domain/integrations/index.ts'
import type { StoredSession } from '#domain/sessions/index.ts'
import { answerIdSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'
import type { LiveSession } from '../sessions/sessions.ts'

/**
 * The subject of an endpoint for frames, which is checked against the token. `answer` and `form`: named by `id` in the
 * URL. `many`: several, checked by the endpoint itself. `neither`: no check needed.
 */
type FrameScope = 'answer' | 'form' | 'many' | 'neither'

/** Endpoints available to frames. */
const FRAME_ENDPOINTS: ReadonlyMap<Endpoint, FrameScope> = new Map<Endpoint, FrameScope>([
  [API.push, 'many'],
  [API.pull, 'many'],
  [API.pullWithReport, 'many'],
  [API.readAnswer, 'answer'],
  [API.readAnswerFile, 'answer'],
  [API.readTemplateVersion, 'form'],
  [API.takesAnswer, 'form'],
  [API.getCitizen, 'neither'],
  [API.createCitizen, 'neither'],
  [API.getCitizenByHash, 'neither'],
  [API.readMap, 'neither'],
  [API.readTile, 'neither'],
  [API.searchAddress, 'neither'],
  [API.findAddress, 'neither'],
  [API.getIdentifiers, 'neither'],
])
/** Mutations of answers that a frame may send. */
const FRAME_MUTATIONS: ReadonlySet<unknown> = new Set(['answer.submit', 'answer.edit'])

/** True when this session may call the endpoint. */
export function mayCallEndpoint({ embedded }: StoredSession, endpoint: Endpoint): boolean {
  return embedded !== true || FRAME_ENDPOINTS.has(endpoint)
}

/**
 * True when the document named in the URL is within the frame's token. Missing documents count as within, because the
 * endpoint refuses them.
 */
export async function isDocumentAllowedInFrame(
  store: Store,
  { token }: LiveSession,
  endpoint: Endpoint,
  { id }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (token === undefined) return true
  const about = FRAME_ENDPOINTS.get(endpoint)
  if (about === 'answer') return isStoredMutationInScope(store, token, { answer: id })
  return about !== 'form' || isStoredMutationInScope(store, token, { template: id })
}

/** True when this session may send these mutations. A frame may only submit and edit answers within its token. */
export async function maySendMutations(
  store: Store,
  { session: { embedded }, token }: LiveSession,
  mutations: readonly unknown[],
): Promise<boolean> {
  if (embedded !== true || token === undefined) return embedded !== true
  for (const eachMutation of mutations) {
    const mutation = (eachMutation ?? {}) as Readonly<Record<string, unknown>>
    if (!FRAME_MUTATIONS.has(mutation['kind']) || !(await isStoredMutationInScope(store, token, mutation))) return false
  }
  return true
}

async function isStoredMutationInScope(
  store: Store,
  token: ApiToken,
  named: { readonly answer?: unknown; readonly template?: unknown },
): Promise<boolean> {
  const [answerId, formId] = [answerIdSchema.safeParse(named.answer), templateIdSchema.safeParse(named.template)]
  const answer = answerId.success ? await store.get(keys.answer(answerId.data)) : undefined
  const form = formId.success ? await store.get(keys.template(formId.data)) : undefined
  return (
    (answer === undefined || isAnswerWithinRestriction(token, answer)) &&
    (form === undefined || isFormWithinRestriction(token, form))
  )
}
