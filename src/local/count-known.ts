import type { TemplateId } from '#domain/kernel/index.ts'
import { runRead, type Local } from './local.ts'

/**
 * Counts the answers of a form on this device, full or as a summary. Does not read them, because lists count several
 * forms.
 */
export function countKnownAnswers(local: Local, template: TemplateId): Promise<number> {
  return runRead(local, ['answers', 'olderAnswers'], async (database) => {
    const fullAnswers = database.answers.where('[template+at]').between([template, ''], [template, '\uffff'])
    const older = database.olderAnswers.where('[template+fechaCreacion]').between([template, ''], [template, '\uffff'])
    // An answer can be in both tables until its unsent work is sent.
    return new Set((await Promise.all([fullAnswers.primaryKeys(), older.primaryKeys()])).flat()).size
  })
}
