import { createHash } from 'node:crypto'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Citizen } from '#domain/citizens/index.ts'
import type { Role, User } from '#domain/users/index.ts'
import type { Municipality } from '#domain/places/index.ts'
import {
  type CitizenId,
  citizenIdSchema,
  templateIdSchema,
  type Author,
  authorSchema,
  municipalityPathSchema,
} from '#domain/kernel/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { set, type Key, keys, type StoredDocument } from '#domain/store/index.ts'
import { buildCountry, buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AREA, buildPlainTemplate, MUNICIPALITY, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { PASSWORD } from './device.ts'
import { chanceFrom } from './chance.ts'
import { createDraftDesk } from './draft-desk.ts'
import { incidentsForm, INCIDENTS, INSPECTIONS, inspectionsForm, ONCE, publicForm, SQUARE, treesForm } from './forms.ts'
import { BEFORE_ADMINISTRATION } from './found.ts'
import { townWebhooks } from './receiver.ts'
import type { Register } from './register.ts'
import type { SimServer } from './server.ts'
import { takenOver, throughPortal } from './taken-over.ts'

const LIMIT = 5
/** Probability, per operation, that the office edits a draft of a form, and that it publishes it. */
const DRAFTS = 0.3
const PUBLISHED = 0.25
const DRAFT_STREAM = 0xd4af_0000_0000
/** Supervisors at their desks, who may decide held answers. */
export const OFFICE: readonly Author[] = ['sofia', 'tomas'].map((name) => authorSchema.parse(name))
const [INES, OMAR, LUCIA] = [authorSchema.parse('ines'), authorSchema.parse('omar'), authorSchema.parse('lucia')]
/** the citizen of the incidents, who replies to requests for changes */
export const NEIGHBOUR: Citizen & { readonly id: CitizenId } = {
  id: citizenIdSchema.parse('eva'),
  nombre: 'Eva',
  apellido: 'Sosa',
  dni: '31222333',
  cuit: '',
  email: '',
  telefono: '',
  calle: '',
  tipo: 'fisica',
}
export const PEOPLE: readonly Author[] = [INES, OMAR, LUCIA]
/** The administrator of the whole installation, at a desk. */
export const ADMINISTRATOR: Author = authorSchema.parse('ada')
/** by path, with the initial names */
const AREAS: ReadonlyMap<Key, string> = new Map([
  [AREA, 'Inspección General'],
  [OTHER_AREA, 'Arbolado'],
])

/** All of them answer, correct, complete and delete; Omar may also replace values while he completes. */
const ROLES: ReadonlyMap<Author, Role> = new Map([
  [INES, 'ROLE_INSPECTOR_ELEVADO_CORRECTOR'],
  [OMAR, 'ROLE_CENSISTA_PRIVADO'],
  [LUCIA, 'ROLE_SUPERVISOR_CORRECTOR'],
])
/**
 * Users whose role may replace values, by the specification, for the oracle; all may do everything else, but no staff
 * revise.
 */
export const MAY_REPLACE: ReadonlySet<Author> = new Set([OMAR])

/** The municipality of a simulated world, and its administrators' actions while inspectors are out. */
export type Town = {
  readonly versions: ReadonlyMap<Key, FormTemplate>
  readonly limits: ReadonlyMap<string, number>
  found(): Promise<void>
  /** stores incomplete answers of the previous program. @returns them */
  takeOver(): Promise<readonly Answer[]>
  /** publishes the draft of the changing form if there is one, otherwise a new version */
  publishNextVersion(): Promise<void>
  /** a user of the office may edit a form */
  edit(): Promise<void>
  setDeleted(deleted: boolean): Promise<void>
  setBlocked(blocked: boolean): Promise<void>
  /** withdraws the author's area, or restores it */
  setWithdrawn(author: Author, withdrawn: boolean): Promise<void>
  /** users whose area a fault has withdrawn, and users who ever lost an area, the office or all access */
  readonly withdrawn: { readonly now: ReadonlySet<Author>; readonly ever: Set<Author> }
  lowerLimit(): Promise<void>
  revokeSessions(author: Author): Promise<void>
  /** records what the office has entered. @returns enters it again after a restored backup */
  remember(): Promise<() => Promise<void>>
}

const id = (text: string) => templateIdSchema.parse(text)

export type TownFacts = {
  readonly seed: number
  /** days for which devices keep their user's answers in full; undefined: the default */
  readonly ownAnswersDays: number | undefined
  /** whether an administrator acts, and the other area has a form of its own */
  readonly administered: boolean
  /** whether external systems besides incidents know the municipality */
  readonly errands: boolean
  /** whether a form is public */
  readonly isPublic: boolean
  /** whether people also correct citizens, recipients and assets */
  readonly details: boolean
  /** whether another system is notified of its answers */
  readonly tells: boolean
  /** the world's clock */
  readonly now: () => number
}

/** Id of the municipality in other systems. */
const MUNI_CORE = 21

export function createTown(
  server: () => SimServer,
  register: Register,
  { seed, ownAnswersDays, administered, errands, isPublic, details, tells, now }: TownFacts,
): Town {
  const versions = new Map<Key, FormTemplate>()
  const withdrawn = { now: new Set<Author>(), ever: new Set<Author>() }
  const limited = buildPlainTemplate(
    { id: id('limitada') },
    { opcionales: { limitResponses: true }, responsesCount: LIMIT },
  )
  const known = errands ? { idMuniCore: MUNI_CORE } : {}
  const [inspections, incidents] = [inspectionsForm(), incidentsForm(known, details)]
  const forms = [
    inspections,
    buildPlainTemplate(),
    limited,
    buildPlainTemplate({ id: id('borrable') }),
    buildPlainTemplate({ id: ONCE }, { opcionales: { singleAnswer: true, ciudadano: true } }),
    incidents,
    ...(administered ? [treesForm()] : []),
    ...(isPublic ? [publicForm()] : []),
  ]
  let again = 0
  let newest = buildPlainTemplate({ id: id('cambiante') }, { opcionales: { editableForm: true } })
  const drafts = createDraftDesk(server, OFFICE[0] ?? INES, newest.id, now)
  // A stream of its own, which shifts no other draw.
  const editing = chanceFrom(seed + DRAFT_STREAM)

  const change = (key: Key, edit: (document: StoredDocument) => StoredDocument): Promise<void> =>
    server().store.commit({
      keysFor: () => [key],
      decide: (found) => {
        const document = found.get(key)
        return {
          result: undefined,
          writes: document === undefined ? [] : [set(key, edit(document))],
        }
      },
    })
  const put = (documents: ReadonlyMap<Key, StoredDocument>): Promise<void> =>
    server().store.commit({
      keysFor: () => [],
      decide: () => ({
        result: undefined,
        writes: [...documents].map(([key, document]) => set(key, document)),
      }),
    })
  const published = (template: FormTemplate): readonly (readonly [Key, StoredDocument])[] => {
    versions.set(keys.templateVersion(template.id, template.version), template)
    return buildVersionWrites(template).map(({ key, document }) => [key, document] as const)
  }

  // The form's limit at each moment.
  const limits = new Map([['limitada', LIMIT]])

  const town: Town = {
    versions,
    limits,
    found: async () => {
      const passwordHash = createHash('sha256').update(PASSWORD).digest('hex')
      await put(
        new Map<Key, StoredDocument>([
          ['paises/AR', buildCountry()],
          ['paises/AR/provincias/cordoba', { path: 'paises/AR/provincias/cordoba', nombre: 'Córdoba' }],
          [
            MUNICIPALITY,
            buildMunicipality({ ...known, ...(ownAnswersDays === undefined ? {} : { settings: { ownAnswersDays } }) }),
          ],
          ...(tells ? townWebhooks(municipalityPathSchema.parse(MUNICIPALITY), NOW) : []),
          ...[...AREAS, ...(isPublic ? [[SQUARE, 'Plaza'] as const] : [])].map(
            ([path, nombre]) => [path, { path, nombre, municipalityPath: MUNICIPALITY }] as const,
          ),
          ...PEOPLE.map((author) => [keys.user(author), buildUser(author, ROLES.get(author))] as const),
          ...OFFICE.map((author) => [keys.user(author), buildUser(author, 'ROLE_SUPERVISOR_CORRECTOR')] as const),
          [keys.user(ADMINISTRATOR), buildUser(ADMINISTRATOR, 'ROLE_ADMIN')] as const,
          ...[...PEOPLE, ...OFFICE, ADMINISTRATOR].map(
            (author) => [`credentials/${author}`, { passwordHash, epoch: 0 }] as const,
          ),
          ...forms.flatMap(published),
          ...published(newest),
        ]),
      )
    },
    takeOver: async () => {
      // Inés gets none: one user's devices have to begin without own answers.
      const ofPeople = takenOver(inspections, [OMAR, LUCIA])
      const ofPortal = errands ? throughPortal(incidents, NEIGHBOUR) : []
      const answers = [...ofPeople, ...ofPortal]
      await put(
        new Map<Key, StoredDocument>([
          [keys.templateCounter(INSPECTIONS), { count: ofPeople.length }],
          ...(errands ? [[keys.templateCounter(INCIDENTS), { count: ofPortal.length }] as const] : []),
          ...answers.map((answer) => [keys.answer(answer.id), answer] as const),
        ]),
      )
      return answers
    },
    edit: async () => {
      if (BEFORE_ADMINISTRATION.has(seed) || !editing.happens(DRAFTS)) return
      await (editing.happens(PUBLISHED) ? town.publishNextVersion() : drafts.act(editing.fork()))
    },
    publishNextVersion: async () => {
      const drafted = await drafts.publish(newest.version)
      if (drafted !== undefined) {
        newest = drafted
        versions.set(keys.templateVersion(newest.id, newest.version), newest)
        return
      }
      const version = newest.version + 1
      const secciones = newest.secciones.map((section) => ({ ...section, titulo: `Versión ${version}` }))
      const next = { ...newest, version, secciones }
      newest = next
      await server().store.commit({
        keysFor: () => [],
        // A published form has its area's current name.
        decide: () => {
          const areaInfo = { ...next.areaInfo, nombre: register.nameOf(AREA) ?? next.areaInfo.nombre }
          const documents = published({ ...next, areaInfo })
          return { result: undefined, writes: documents.map(([key, document]) => set(key, document)) }
        },
      })
    },
    setDeleted: (deleted) => change(keys.template(id('borrable')), (template) => ({ ...template, deleted })),
    setBlocked: (inhabilitado) =>
      change(MUNICIPALITY, (municipality) => ({ ...(municipality as Municipality), inhabilitado })),
    withdrawn,
    setWithdrawn: async (author, isWithdrawn) => {
      if (isWithdrawn) withdrawn.ever.add(author)
      if (isWithdrawn) withdrawn.now.add(author)
      else withdrawn.now.delete(author)
      await change(keys.user(author), (user) => ({
        ...(user as User),
        areas: isWithdrawn ? [OTHER_AREA] : buildUser(author).areas,
      }))
    },
    lowerLimit: async () => {
      await change(keys.template(id('limitada')), (template) => ({ ...template, responsesCount: 1 }))
      limits.set('limitada', 1)
    },
    remember: async () => {
      const entered = [
        ...versions.keys(),
        ...[...forms, newest].map((one) => keys.template(one.id)),
        ...PEOPLE.map((author) => keys.user(author)),
        ...AREAS.keys(),
      ]
      const documents = new Map<Key, StoredDocument>()
      for (const key of entered) {
        const document = await server().store.get(key)
        if (document !== undefined) documents.set(key, document)
      }
      // Some forms may have the new name by then, and others not yet.
      for (const [path, name] of AREAS) {
        if (register.nameOf(path) === name) continue
        const job = {
          id: `area.rename~again${++again}`,
          kind: 'area.rename',
          payload: { area: path },
          municipality: MUNICIPALITY,
        }
        documents.set(`jobs/${job.id}`, { ...job, state: 'waiting', attempts: 0, dueAt: NOW })
      }
      const { inhabilitado } = (await server().store.get(MUNICIPALITY)) as Municipality
      return async () => {
        await put(documents)
        await change(MUNICIPALITY, (municipality) => ({ ...(municipality as Municipality), inhabilitado }))
      }
    },
    revokeSessions: (author) =>
      change(`credentials/${author}`, (credentials) => ({
        ...credentials,
        epoch: Number(credentials['epoch'] ?? 0) + 1,
      })),
  }
  return town
}
