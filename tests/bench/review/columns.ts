import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listQuestionColumns } from '../../../src/domain/answering/index.ts'
import { QUESTION_TYPE } from '../../../src/domain/questions/index.ts'
import { sectionSchema, type AnsweredSection } from '../../../src/domain/templates/index.ts'
import { generateAnswerId, type AnswerId } from '../../../src/domain/kernel/index.ts'
import { keys } from '../../../src/domain/store/index.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { answerFrom } from '../../support/server/answers.ts'
import { buildWorld } from '../../support/server/world.ts'
import { say } from '../support/report.ts'
import { percentile, rounded } from '../support/statistics.ts'

const ANSWERS = 1_000
/** Sections and questions per section: a realistic form, and the largest form allowed. */
const FORMS = { 60: [6, 10], 1000: [20, 50] } as const
const ROUNDS = 40

/** Measures a page of a list (15 and 50 answers) with and without five questions as columns; p95 in ms. */
export async function benchColumns(): Promise<Readonly<Record<string, number>>> {
  const figures: Record<string, number> = {}
  for (const [questions, [sections, ofEach]] of Object.entries(FORMS)) {
    const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'relevo-columns-'))
    try {
      const world = await buildWorld({ checkReplies: false }, openSqliteStore(join(folder, 'relevo.sqlite')))
      const one = await world.store.get(keys.answer((await answerFrom(world, 'ines', 1)) as AnswerId))
      if (one === undefined) throw new Error('The first answer has arrived')
      const asked = formOf(sections, ofEach)
      for (let number = 0; number < ANSWERS; number += 1) {
        const bytes = new Uint8Array(16)
        new DataView(bytes.buffer).setUint32(12, number)
        const id = generateAnswerId(bytes)
        await world.put(keys.answer(id), { ...one, id, secciones: asked })
      }
      const cookie = await world.signIn('pablo')
      const columns = listQuestionColumns(asked)
        .filter((_, at) => at % Math.ceil(Number(questions) / 5) === 0)
        .map(({ key }) => key)
        .join()
      for (const size of [15, 50]) {
        const [without, beside] = [[] as number[], [] as number[]]
        for (let round = 0, place = ''; round < ROUNDS; round += 1) {
          for (const [times, more] of [
            [without, ''],
            [beside, `&columns=${columns}`],
          ] as const) {
            const began = performance.now()
            const path = `/api/answers?template=nota&size=${size}${place}${more}`
            const response = await world.ask('GET', path, { cookie })
            const { next } = (await response.json()) as { readonly next?: string }
            times.push(performance.now() - began)
            if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
            if (times === beside) place = next === undefined ? '' : `&after=${encodeURIComponent(next)}`
          }
        }
        figures[`columns_of_${questions}_page_${size}_p95_ms`] = rounded(percentile(beside, 0.95))
        figures[`without_columns_of_${questions}_page_${size}_p95_ms`] = rounded(percentile(without, 0.95))
      }
      await world.store.close()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  say(JSON.stringify(figures))
  return figures
}

function formOf(sections: number, ofEach: number): readonly AnsweredSection[] {
  return Array.from({ length: sections }, (_, orden) => {
    const section = sectionSchema.parse({
      orden,
      titulo: `Section ${orden}`,
      preguntas: Array.from({ length: ofEach }, (__, question) => ({
        orden: question,
        titulo: `Question ${question} of section ${orden}`,
        tipoPregunta: QUESTION_TYPE.OPEN,
      })),
    })
    return {
      ...section,
      preguntas: section.preguntas.map((one) => ({ ...one, respuesta: `what was said to ${one.titulo}` })),
    }
  })
}
