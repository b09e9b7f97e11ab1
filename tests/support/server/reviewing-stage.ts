import type { Answer } from '#domain/answers/index.ts'
import type { Role } from '#domain/users/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { generateMutationId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { mutationSchema, type AnswerChange, type Mutation } from '#domain/sync/index.ts'
import { buildUser } from '../builders/people.ts'
import { answerAt, formOf, PHOTO_OF_ALL } from '../builders/reviewing.ts'
import { bytesFor, CLOCK, DEVICE } from '../builders/submit.ts'
import { AREA } from '../builders/template.ts'
import { AUTHORS, PLACES, type Place, type Whose } from '../reviewing-roles.ts'
import { addPerson, buildWorld, type World } from './world.ts'

export type Stage = { readonly world: World; readonly cookie: string; readonly answers: readonly Staged[] }
type Staged = { readonly place: Place; readonly whose: Whose; readonly answer: Answer }

/** rosa with this role in one area, and an answer of hers and one of a colleague in each place. */
export async function stageFor(role: Role): Promise<Stage> {
  const send = async () => ({ ok: true, value: { id: '' } }) as const
  const world = await buildWorld({}, undefined, { mail: { home: () => 'https://forms.example.org', send } })
  await addPerson(world.put, buildUser('rosa', role, [AREA]))
  for (const place of PLACES)
    for (const { key, document } of buildVersionWrites(formOf(place))) await world.put(key, document)
  const answers: Staged[] = []
  for (const place of PLACES)
    for (const whose of AUTHORS) {
      const answer = answerAt(place, whose, answers.length + 1)
      await world.put(keys.answer(answer.id), answer)
      answers.push({ place, whose, answer })
    }
  Object.assign(world.files, {
    read: async () => new Response(PHOTO_OF_ALL as BodyInit).body ?? undefined,
    size: async () => PHOTO_OF_ALL.length,
  })
  return { world, cookie: await world.signIn('rosa'), answers }
}

let lastId = 0
/** rosa's change of this answer, in the version that she has seen. */
export function deedTo(answer: Answer, kind: AnswerChange['kind'], facts: object): Mutation {
  const { id, idPlantilla, version } = answer
  const envelope = {
    id: generateMutationId(bytesFor((lastId += 1))),
    author: 'rosa',
    device: DEVICE,
    clock: CLOCK,
    offset: 0,
  }
  const at = { kind, answer: id, template: idPlantilla, version: answer.templateVersion, base: version, files: [] }
  return mutationSchema.parse({ ...envelope, ...at, ...facts })
}
