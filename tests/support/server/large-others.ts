import { small } from './large-cases.ts'
import { FACTOR_BODIES } from './large-factors.ts'
import { INTEGRATION_BODIES } from './large-integrations.ts'
import { PDF_BODIES } from './large-pdfs.ts'
import { PEOPLE_BODIES } from './large-people.ts'

/** Bodies of subjects that have a file of their own and need no world. */
export const OTHER_BODIES = {
  ...FACTOR_BODIES,
  ...PEOPLE_BODIES,
  ...PDF_BODIES,
  ...INTEGRATION_BODIES,
  'POST /api/deleted/:id/restore': [],
  'POST /api/getIdentifiers': [{ ...small('/api/getIdentifiers', 400), as: 'ines' }],
  'POST /api/getIdentifierDataById': [{ ...small('/api/getIdentifierDataById', 400), as: 'ines' }],
}
