import type { TemplateId } from '#domain/kernel/index.ts'
import { reading, type Local } from './local.ts'

/** How many answers of a form are here, whole or as a summary, without reading one: lists ask for several forms. */
export function countKnownAnswers(local: Local, template: TemplateId): Promise<number> {
  return reading(local, ['answers', 'olderAnswers'], async (database) => {
    const whole = database.answers.where('[template+at]').between([template, ''], [template, '\uffff'])
    const older = database.olderAnswers.where('[template+fechaCreacion]').between([template, ''], [template, '\uffff'])
    // Until its unsent work has gone, one may be here in both ways.
    return new Set((await Promise.all([whole.primaryKeys(), older.primaryKeys()])).flat()).size
  })
}
