import { MAX_PDF_LOGO_BYTES } from '#domain/kernel/index.ts'
import { MAX_COPY_BODY_LENGTH, MAX_COPY_RECIPIENTS, MAX_COPY_SUBJECT_LENGTH } from '#domain/mail/index.ts'
import { MAX_PDF_CALL_BYTES, MAX_SEND_EMAIL_BYTES } from '#domain/pdf/index.ts'
import { buildPlainSubmit } from '../builders/submit.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { keys } from '#domain/store/index.ts'
import { question, section, templateOf } from '../builders/form-parts.ts'
import { buildUser } from '../builders/people.ts'
import { BEFORE } from '../builders/template.ts'
import type { World } from './world.ts'
import { padded, PNG, small, type Case } from './large-cases.ts'

/** The largest bodies of PDFs and prints. Drawing itself runs in another thread. */
export const PDF_BODIES: Readonly<Record<string, readonly Case[]>> = {
  'POST /api/sendEmailv3': [
    {
      what: 'the longest letter to the most addresses',
      status: 404,
      as: 'sofia',
      ask: (number) => {
        const recipient = Array.from({ length: MAX_COPY_RECIPIENTS }, (_, index) => `${'a'.repeat(60)}${index}@x.org`)
        const dataPdf = { answerId: buildPlainSubmit(910_000 + number).answer }
        const data = {
          recipient,
          dataPdf,
          subject: '漢'.repeat(MAX_COPY_SUBJECT_LENGTH),
          body: '漢'.repeat(MAX_COPY_BODY_LENGTH),
        }
        return ['/api/sendEmailv3', { body: padded(JSON.stringify({ data }), MAX_SEND_EMAIL_BYTES) }]
      },
    },
    { ...small('/api/sendEmailv3', 400), as: 'sofia' },
  ],
  'POST /api/public/records': [small('/api/public/records', 400)],
  'POST /publico/consultar-estado': [small('/publico/consultar-estado', 413)],
}

/** Two fields of a combined question with a letter and blanks. */
function blanks(): Answer {
  const fields = [0, 1].map((orden) => ({ type: 'input', orden, name: `Field ${orden}`, tipoPregunta: 1 }))
  const template = templateOf([
    section(0, [question(0, { tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: fields })]),
  ])
  const respuesta = `a${' '.repeat(98_000)}a`
  const values = { '0/0': { combined: { '0': { respuesta }, '1': { respuesta } } } }
  const submit = { ...buildPlainSubmit(920_000), content: { values, conditions: {}, rows: {} } }
  return composeAnswer(template, submit as never, { code: 'VIS1', now: BEFORE, author: buildUser('ines') })
}

/** The largest PDFs. @param world called after its creation */
export function largestOnPaper(world: () => World): readonly Case[] {
  return [
    {
      what: 'a logo',
      status: 404,
      as: 'sofia',
      ask: (number) => {
        const logo = Buffer.from(PNG(MAX_PDF_LOGO_BYTES)).toString('base64')
        const data = { answerId: buildPlainSubmit(900_000 + number).answer, logoData: { logoChecked: true, logo } }
        return ['/api/generatePdfv3', { body: padded(JSON.stringify({ data }), MAX_PDF_CALL_BYTES) }]
      },
    },
    { ...small('/api/generatePdfv3', 400), as: 'sofia' },
    {
      what: 'blanks in a combined question',
      status: 200,
      as: 'sofia',
      ask: async () => {
        const answer = blanks()
        await world().put(keys.answer(answer.id), answer)
        return ['/api/generatePdfv3', { body: { data: { answerId: answer.id } } }]
      },
    },
  ]
}
