import { all, signedIn } from './access-lines.ts'

/** PDFs and prints. A record is for holders of its code, and no actor has one here. */
export const PDF_LINES = {
  // Like reading the answer, but gil may not use the call at all.
  'POST /api/generatePdfv3': {
    ask: (answer: string) => ['POST', '/api/generatePdfv3', { body: { data: { answerId: answer } } }] as const,
    expected: signedIn(200, { olga: 404, uma: 404, gil: 403, carla: 404 }),
  },
  'GET /api/answers/:id/incident': {
    ask: (answer: string) => ['GET', `/api/answers/${answer}/incident`] as const,
    expected: signedIn(200, { olga: 404, uma: 404, gil: 404, carla: 404 }),
  },
  // No actor may book after this answer: integrations/routes/booking.test.ts.
  'POST /api/getTurneroEncryptCode': {
    ask: (answer: string) => ['POST', '/api/getTurneroEncryptCode', { body: { data: { answerId: answer } } }] as const,
    expected: all(404),
  },
  // Its form offers no copies; e-mails are tested in mail/routes/send-email.test.ts.
  'POST /api/sendEmailv3': {
    ask: (answer: string) =>
      [
        'POST',
        '/api/sendEmailv3',
        { body: { data: { recipient: ['ana@example.org'], dataPdf: { answerId: answer } } } },
      ] as const,
    expected: signedIn(403, { olga: 404, uma: 404, carla: 404 }),
  },
  // Another user's PDF does not exist: exports/routes.test.ts.
  'GET /api/pdfs/:sha256': {
    ask: () => ['GET', `/api/pdfs/${'a'.repeat(64)}`] as const,
    expected: signedIn(404),
  },
  'POST /api/public/records': {
    ask: () => ['POST', '/api/public/records', { body: { code: '000VIS0' } }] as const,
    expected: all(404),
  },
  'GET /api/public/records/:token': {
    ask: () => ['GET', '/api/public/records/e30.00'] as const,
    expected: all(404),
  },
}
