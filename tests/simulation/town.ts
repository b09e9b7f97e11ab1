import { createHash } from 'node:crypto'
import type { FormTemplate, Municipality, User } from '#domain/documents/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { type Author, authorSchema, type Key, keys, type StoredDocument } from '#domain/sync/index.ts'
import { buildCountry, buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { buildPlainTemplate, buildTemplate, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { PASSWORD } from './device.ts'
import type { SimServer } from './server.ts'

export const LIMIT = 5
/** Supervisors at their desks; they may decide what is held. */
export const OFFICE: readonly Author[] = ['sofia', 'tomas'].map((name) => authorSchema.parse(name))
/** the form that each citizen answers once, and the one whose answers create incidents */
export const ONCE = templateIdSchema.parse('unica')
export const INCIDENTS = templateIdSchema.parse('denuncia')
export const PEOPLE: readonly Author[] = ['ines', 'omar', 'lucia'].map((name) => authorSchema.parse(name))

/** They answer, and correct what they and others have answered. */
const ROLE = 'ROLE_INSPECTOR_ELEVADO_CORRECTOR'

/** The municipality of a simulated world, and what its administrators do to it while inspectors are out. */
export type Town = {
  readonly versions: ReadonlyMap<Key, FormTemplate>
  readonly limits: ReadonlyMap<string, number>
  found(): Promise<void>
  publishNextVersion(): Promise<void>
  setDeleted(deleted: boolean): Promise<void>
  setBlocked(blocked: boolean): Promise<void>
  /** withdraws the author's area, or gives it back */
  setWithdrawn(author: Author, withdrawn: boolean): Promise<void>
  lowerLimit(): Promise<void>
  revokeSessions(author: Author): Promise<void>
  /** what the office has entered, to be entered again over a restored backup. @returns does that */
  remember(): Promise<() => Promise<void>>
}

const id = (text: string) => templateIdSchema.parse(text)

export function createTown(server: () => SimServer): Town {
  const versions = new Map<Key, FormTemplate>()
  const limited = buildPlainTemplate({ id: id('limitada') }, { opcionales: { limitResponses: true }, responsesCount: LIMIT })
  const forms = [buildTemplate({}, { opcionales: { digitalSignature: true, signatureEditableAnswer: true } }), buildPlainTemplate(), limited, buildPlainTemplate({ id: id('borrable') }), buildPlainTemplate({ id: ONCE }, { opcionales: { singleAnswer: true, ciudadano: true } }), buildPlainTemplate({ id: INCIDENTS }, { opcionales: { incidentes: true } })]
  let newest = buildPlainTemplate({ id: id('cambiante') })

  const change = (key: Key, edit: (document: StoredDocument) => StoredDocument): Promise<void> =>
    server().store.commit({
      keysFor: () => [key],
      decide: (found) => {
        const document = found.get(key)
        return { result: undefined, writes: document === undefined ? [] : [{ kind: 'set', key, document: edit(document) }] }
      },
    })
  const put = (documents: ReadonlyMap<Key, StoredDocument>): Promise<void> =>
    server().store.commit({
      keysFor: () => [],
      decide: () => ({ result: undefined, writes: [...documents].map(([key, document]) => ({ kind: 'set', key, document })) }),
    })
  const published = (template: FormTemplate): readonly (readonly [Key, FormTemplate])[] => {
    versions.set(keys.templateVersion(template.id, template.version), template)
    return [
      [keys.template(template.id), template],
      [keys.templateVersion(template.id, template.version), template],
    ]
  }

  return {
    versions,
    limits: new Map([['limitada', LIMIT]]),
    found: async () => {
      const passwordHash = createHash('sha256').update(PASSWORD).digest('hex')
      const area = (path: string, nombre: string) => [path, { path, nombre, municipalityPath: MUNICIPALITY }] as const
      await put(
        new Map<Key, StoredDocument>([
          ['paises/AR', buildCountry()],
          ['paises/AR/provincias/cordoba', { path: 'paises/AR/provincias/cordoba', nombre: 'Córdoba' }],
          [MUNICIPALITY, buildMunicipality()],
          area(`${MUNICIPALITY}/areas_municipales/inspeccion`, 'Inspección General'),
          area(OTHER_AREA, 'Arbolado'),
          ...PEOPLE.map((author) => [keys.user(author), buildUser(author, ROLE)] as const),
          ...OFFICE.map((author) => [keys.user(author), buildUser(author, 'ROLE_SUPERVISOR_CORRECTOR')] as const),
          ...[...PEOPLE, ...OFFICE].map((author) => [`credentials/${author}`, { passwordHash, epoch: 0 }] as const),
          ...forms.flatMap(published),
          ...published(newest),
        ]),
      )
    },
    publishNextVersion: async () => {
      const version = newest.version + 1
      const secciones = newest.secciones.map((section) => ({ ...section, titulo: `Versión ${version}` }))
      newest = { ...newest, version, secciones }
      await put(new Map<Key, StoredDocument>(published(newest)))
    },
    setDeleted: (deleted) => change(keys.template(id('borrable')), (template) => ({ ...template, deleted })),
    setBlocked: (inhabilitado) => change(MUNICIPALITY, (municipality) => ({ ...(municipality as Municipality), inhabilitado })),
    setWithdrawn: (author, withdrawn) =>
      change(keys.user(author), (user) => ({ ...(user as User), areas: withdrawn ? [OTHER_AREA] : buildUser(author, ROLE).areas })),
    lowerLimit: () => change(keys.template(id('limitada')), (template) => ({ ...template, responsesCount: 1 })),
    remember: async () => {
      const known = [...versions.keys(), ...[...forms, newest].map((one) => keys.template(one.id)), ...PEOPLE.map((author) => keys.user(author))]
      const documents = new Map<Key, StoredDocument>()
      for (const key of known) {
        const document = await server().store.get(key)
        if (document !== undefined) documents.set(key, document)
      }
      const { inhabilitado } = (await server().store.get(MUNICIPALITY)) as Municipality
      return async () => {
        await put(documents)
        await change(MUNICIPALITY, (municipality) => ({ ...(municipality as Municipality), inhabilitado }))
      }
    },
    revokeSessions: (author) =>
      change(`credentials/${author}`, (credentials) => ({ ...credentials, epoch: Number(credentials['epoch'] ?? 0) + 1 })),
  }
}
