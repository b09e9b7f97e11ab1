import { type Line, signedIn } from './access-lines.ts'

const ofAuthors = signedIn(403, { sofia: 422, uma: 422, gil: 422, ada: 422 })

/** Calls of the form editor to the management system. */
export const EDITOR_CALL_LINES = {
  // No municipality here is linked to the management system: users with permission get 422. Each calls with their own
  // name.
  'POST /api/getMuniCoreAreas': {
    ask: (_, actor) => ['POST', '/api/getMuniCoreAreas', { body: { data: { username: actor } } }],
    expected: ofAuthors,
  },
  'POST /api/createTipoIncidencia': {
    ask: (_, actor) => [
      'POST',
      '/api/createTipoIncidencia',
      { body: { data: { muniCoreUsername: actor, muniCoreAreaId: '1', formTitle: 'x', publico: false } } },
    ],
    expected: ofAuthors,
  },
  'POST /api/getTurneroGroupProcedure': {
    ask: () => [
      'POST',
      '/api/getTurneroGroupProcedure',
      { body: { data: { municipalityId: 21, typeProcedureId: 2 } } },
    ],
    // Their municipalities are not linked to the management system; the administrator may ask for any.
    expected: signedIn(403, { sofia: 422, uma: 422, gil: 422, ada: 501 }),
  },
} satisfies Readonly<Record<string, Line>>
