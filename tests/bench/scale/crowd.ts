import { buildVersionWrites } from '../../../src/domain/templates/judge/index.ts'
import { set, keys, type Key, type StoredDocument, type Write } from '../../../src/domain/store/index.ts'
import { areaSchema, municipalitySchema } from '../../../src/domain/places/index.ts'
import type { Answer } from '../../../src/domain/answers/index.ts'
import type { FormTemplate } from '../../../src/domain/templates/index.ts'
import {
  answerIdSchema,
  areaPathSchema,
  templateIdSchema,
  toInstant,
  type Instant,
} from '../../../src/domain/kernel/index.ts'
import { composeAnswer, submitMutationSchema } from '../../../src/domain/answering/index.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { AREA, AUTHOR, EMAIL, formOf, idOf, MUNICIPALITY, SHAPES, submitOf } from '../spine/world.ts'

type Commit = (writes: readonly Write[]) => Promise<unknown>
const DAY = 24 * 60 * 60 * 1000
const FIRST = Date.parse('2026-03-02T08:00:00.000Z')
/** Number of writes per commit, as the server would put into one transaction. */
const GROUP = 250

async function inGroups(file: string, work: (commit: Commit) => Promise<void>): Promise<void> {
  const store = openSqliteStore(file)
  try {
    await work((writes) => store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) }))
  } finally {
    await store.close()
  }
}

/**
 * Fills a planted municipality with answers and their receipts, as if they had arrived one by one.
 * @param author author of the answers
 * @param days days from the first to the last, which has just arrived; without it, one arrived each second, long ago
 */
export function plantAnswers(
  file: string,
  count: number,
  author: string,
  { shape = 'small', days }: { readonly shape?: keyof typeof SHAPES; readonly days?: number } = {},
): Promise<void> {
  const every = days === undefined ? 1000 : Math.floor((days * DAY) / count)
  const first = days === undefined ? FIRST : Date.now() - count * every
  const make = answersTo(formOf(SHAPES[shape]), shape, author, (index) => toInstant(first + index * every))
  return inGroups(file, async (commit) => {
    for (let from = 0; from < count; from += GROUP) {
      const writes: Write[] = []
      for (let index = from; index < Math.min(count, from + GROUP); index += 1) writes.push(...make(index))
      await commit(writes)
    }
  })
}

/** One answer is composed like on the server; the others get another id, code and time. */
function answersTo(
  form: FormTemplate,
  shape: keyof typeof SHAPES,
  author: string,
  momentOf: (index: number) => Instant,
): (index: number) => readonly Write[] {
  const envelope = {
    id: idOf('P', 0, 0),
    answer: idOf('Q', 0, 0),
    device: 'D'.repeat(26),
    clock: new Date(FIRST).toISOString(),
  }
  const submit = submitMutationSchema.parse({ ...submitOf(SHAPES[shape], envelope), author })
  const person = {
    id: author,
    email: EMAIL,
    userMuniCore: author,
    firstName: 'Inés',
    lastName: 'Quiroga',
    inspectorID: '',
  }
  const first: Answer = composeAnswer(form, submit, {
    code: 'VIS1',
    now: toInstant(FIRST),
    author: person as Parameters<typeof composeAnswer>[2]['author'],
  })
  return (index) => {
    const at = momentOf(index)
    // Scatters the ids over the index, because ids of devices have no order.
    const scattered = ((index * 2_654_435_761) % 4_294_967_296) % 1_000_000_000
    const [id, mutation, code] = [
      answerIdSchema.parse(idOf('Q', scattered, index)),
      idOf('P', scattered, index),
      `VIS${index + 1}`,
    ]
    const document: Answer = {
      ...first,
      id,
      electronicSignature: id,
      codigoMunicipio: code,
      fechaCreacion: at,
      lastUpdate: at,
      receivedAt: at,
    }
    const result = { id: mutation, answer: id, status: 'applied', version: 1, code, receivedAt: at, receipt: [] }
    return [set(keys.answer(id), document), set(`receipts/${mutation}`, { author, result })]
  }
}

/** Sets the code counter to the last planted answer. */
export function setLastCode(file: string, count: number): Promise<void> {
  return inGroups(file, async (commit) => {
    await commit([
      set(
        MUNICIPALITY,
        municipalitySchema.parse({ path: MUNICIPALITY, nombre: 'Villa Serena', key: 'VIS', lastKeyNumber: count }),
      ),
    ])
  })
}

/** Creates forms of 25 questions in many areas; the inspector has all areas. */
export async function plantTown(
  file: string,
  { templates, areas }: { readonly templates: number; readonly areas: number },
): Promise<void> {
  const paths = Array.from({ length: areas }, (_, index) =>
    areaPathSchema.parse(`${MUNICIPALITY}/areas_municipales/area-${index}`),
  )
  const inspector = { ...(await stored(file, `usuarios/${AUTHOR}`)), areas: [AREA, ...paths] }
  await inGroups(file, async (commit) => {
    const named = paths.map((path, index) =>
      set(path, areaSchema.parse({ path, nombre: `Área ${index}`, municipalityPath: MUNICIPALITY })),
    )
    await commit([set(`usuarios/${AUTHOR}`, inspector), ...named])
    const form = formOf(SHAPES.small)
    for (let from = 0; from < templates; from += GROUP) {
      const writes = Array.from({ length: Math.min(GROUP, templates - from) }, (_, offset) => {
        const index = from + offset
        const one: FormTemplate = {
          ...form,
          id: templateIdSchema.parse(`form-${index}`),
          titulo: `Formulario ${index}`,
          areas: [paths[index % areas] ?? AREA],
        }
        return buildVersionWrites(one)
      })
      await commit(writes.flat())
    }
  })
}

async function stored(file: string, key: Key): Promise<StoredDocument | undefined> {
  const store = openSqliteStore(file)
  try {
    return await store.get(key)
  } finally {
    await store.close()
  }
}
