import { MAX_PDF_LOGO_BYTES } from '#domain/kernel/index.ts'
import { MAX_COPY_BODY, MAX_COPY_RECIPIENTS, MAX_COPY_SUBJECT } from '#domain/mail/index.ts'
import { MAX_PDF_CALL_BYTES, MAX_SEND_EMAIL_BYTES } from '#domain/paper/index.ts'
import { buildPlainSubmit } from '../builders/submit.ts'
import { padded, PNG, small, type Case } from './large-cases.ts'

/** The largest bodies of what is put on paper. Drawing itself is no affair of this thread. */
export const PDF_BODIES: Readonly<Record<string, readonly Case[]>> = {
  'POST /api/generatePdfv3': [
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
  ],
  'POST /api/sendEmailv3': [
    {
      what: 'the longest letter to the most addresses',
      status: 404,
      as: 'sofia',
      ask: (number) => {
        const recipient = Array.from({ length: MAX_COPY_RECIPIENTS }, (_, index) => `${'a'.repeat(60)}${index}@x.org`)
        const dataPdf = { answerId: buildPlainSubmit(910_000 + number).answer }
        const data = { recipient, dataPdf, subject: '漢'.repeat(MAX_COPY_SUBJECT), body: '漢'.repeat(MAX_COPY_BODY) }
        return ['/api/sendEmailv3', { body: padded(JSON.stringify({ data }), MAX_SEND_EMAIL_BYTES) }]
      },
    },
    { ...small('/api/sendEmailv3', 400), as: 'sofia' },
  ],
  'POST /api/public/records': [small('/api/public/records', 400)],
}
