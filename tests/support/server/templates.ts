import {
  templateDraftSchema,
  type FormTemplate,
  type StoredDraft,
  type TemplateDraft,
  type VersionLine,
  type Agendas,
  type DraftListItem,
  type TemplateProblem,
} from '#domain/templates/index.ts'
import { createdTemplateIdSchema, getMunicipality, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { AREA, buildTemplate } from '../builders/template.ts'
import type { World } from './world.ts'

/** An id in the devices' format, of one repeated letter, so that tests are readable. */
export function templateIdOf(letter: string): TemplateId {
  return createdTemplateIdSchema.parse(letter.repeat(26))
}

/** A valid draft, with one of each kind of section. */
export function buildDraft(change: Readonly<Record<string, unknown>> = {}): TemplateDraft {
  return templateDraftSchema.parse({ ...buildTemplate(), ...change })
}

/**
 * Stores incident types as if from the first municipality's management system, and an agenda as if from the booking
 * product.
 */
export async function remember(
  { put }: World,
  area: string,
  types: readonly string[],
  agendas: Agendas,
): Promise<void> {
  const here = getMunicipality(AREA)
  for (const id of types) await put(keys.incidentType(here, id), { id, areaId: area, username: 'gil' })
  await put(keys.agendas(here), agendas)
}

/** Fields that replies of template routes may have, unparsed. */
export type Said = {
  readonly status: number
  readonly code?: string
  readonly template?: FormTemplate
  readonly current?: FormTemplate | null
  readonly kept?: StoredDraft | null
  readonly drafts?: readonly DraftListItem[]
  readonly next?: string
  readonly answers?: number
  readonly problems?: readonly TemplateProblem[]
  readonly deleted?: 'kept' | 'removed'
  readonly versions?: readonly VersionLine[]
  readonly more?: boolean
}

/** Users of one world who call template routes; each signs in once. */
/** The published version and the draft's revision that an editor has opened. */
type Opened = Readonly<{ base: number; baseAt?: string; revision: number; revisionAt?: string }>

export function templateCalls(world: World) {
  const cookies = new Map<string, Promise<string>>()

  async function ask(who: string, method: string, path: string, body?: unknown): Promise<Said> {
    const known = cookies.get(who) ?? world.signIn(who)
    cookies.set(who, known)
    const response = await world.ask(method, path.startsWith('/api') ? path : `/api/templates${path}`, {
      cookie: await known,
      ...(body === undefined ? {} : { body }),
    })
    const { error, ...said } = (response.status === 204 ? {} : await response.json()) as Omit<Said, 'status'> & {
      readonly error?: { readonly code: string }
    }
    return { ...said, status: response.status, ...(error === undefined ? {} : { code: error.code }) }
  }

  return {
    ask,
    create: (who: string, id: TemplateId, draft: unknown = buildDraft()) => ask(who, 'POST', '', { id, draft }),
    save: (who: string, id: string, base: number, draft: unknown) =>
      ask(who, 'PUT', `/${id}`, { base, revision: 0, draft }),
    saveKept: (who: string, id: string, opened: Opened, draft: unknown) =>
      ask(who, 'PUT', `/${id}`, { ...opened, draft }),
    keep: (who: string, id: string, opened: Opened, draft: unknown = buildDraft()) =>
      ask(who, 'PUT', `/${id}/draft`, { ...opened, draft }),
    atWork: (who: string, id: string) => ask(who, 'GET', `/${id}/draft`),
    discard: (who: string, id: string, revision: number) => ask(who, 'DELETE', `/${id}/draft?revision=${revision}`),
    drafts: (who: string, query = '') => ask(who, 'GET', `/api/drafts${query}`),
    open: (who: string, id: string) => ask(who, 'GET', `/${id}`),
    duplicate: (
      who: string,
      id: string,
      copy: { readonly id: TemplateId; readonly area: string; readonly titulo?: string },
    ) => ask(who, 'POST', `/${id}/duplicate`, copy),
    setScope: (who: string, id: string, publico: boolean) => ask(who, 'PUT', `/${id}/scope`, { publico }),
    remove: (who: string, id: string) => ask(who, 'DELETE', `/${id}`),
    versions: (who: string, id: string, query = '') => ask(who, 'GET', `/${id}/versions${query}`),
    version: (who: string, id: string, version: number | string) => ask(who, 'GET', `/${id}/versions/${version}`),
  }
}
