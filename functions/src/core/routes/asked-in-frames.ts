import { API, type Endpoint } from '#domain/api/index.ts'
import type { StoredSession } from '#domain/documents/index.ts'

/** All that a frame is answered. */
const ANSWERED: ReadonlySet<Endpoint> = new Set<Endpoint>([
  API.push,
  API.pull,
  API.pullWithReport,
  API.readAnswer,
  API.readAnswerFile,
  API.readTemplateVersion,
  API.takesAnswer,
  API.getCitizen,
  API.createCitizen,
  API.getCitizenByHash,
  API.readMap,
  API.readTile,
  API.searchAddress,
  API.findAddress,
  API.getIdentifiers,
])
/** What a frame may do to answers. */
const SENT: ReadonlySet<unknown> = new Set(['answer.submit', 'answer.edit'])

/** Whether this session may ask this. */
export function isAnswered({ embedded }: StoredSession, endpoint: Endpoint): boolean {
  return embedded !== true || ANSWERED.has(endpoint)
}

/** Whether this session may send these. */
export function isSent({ embedded }: StoredSession, mutations: readonly unknown[]): boolean {
  return embedded !== true || mutations.every((one) => SENT.has((one as { readonly kind?: unknown } | null)?.kind))
}
