import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import type { Answer } from '../../../src/domain/answers/index.ts'
import { keys } from '../../../src/domain/store/index.ts'
import { answerIdSchema } from '../../../src/domain/kernel/index.ts'
import { FORM } from './town.ts'

export type Verdict = {
  readonly lost: number
  /** additional answers that were not saved, and codes used by more than one answer */
  readonly twice: number
  /** missing codes between the first and the last */
  readonly gaps: number
}

/** Reopens the server's file and looks for every answer that a tablet has reported as saved. */
export async function judge(file: string, saved: readonly string[]): Promise<Verdict> {
  const store = openSqliteStore(file)
  try {
    const codes: string[] = []
    let found = 0
    for (let at = 0; at < saved.length; at += 500) {
      const part = saved.slice(at, at + 500).map((id) => keys.answer(answerIdSchema.parse(id)))
      for (const document of (await store.getMany(part)).values()) {
        if (document === undefined) continue
        found += 1
        codes.push((document as Answer).codigoMunicipio)
      }
    }
    const stored = await store.count({ collection: 'respuestas_formularios', where: { idPlantilla: FORM.id } })
    const different = new Set(codes)
    const numbers = [...different].map((code) => Number(code.replace(/^\D+/, '')))
    const [first, last] = [
      numbers.reduce((a, b) => Math.min(a, b), Infinity),
      numbers.reduce((a, b) => Math.max(a, b), 0),
    ]
    const span = numbers.length === 0 ? 0 : last - first + 1
    return {
      lost: saved.length - found,
      twice: stored - found + (codes.length - different.size),
      gaps: span - different.size,
    }
  } finally {
    await store.close()
  }
}
