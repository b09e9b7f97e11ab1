import { profileSchema } from '#domain/sync/index.ts'
import { AREA, MUNICIPALITY } from '../builders/template.ts'

export const AUTHOR_PROFILE = profileSchema.parse({
  id: 'ines',
  email: 'ines@relevo.example',
  userMuniCore: 'ines',
  firstName: 'Inés',
  lastName: 'Paz',
  inspectorID: '17',
  role: 'ROLE_INSPECTOR',
  areas: [AREA],
  municipality: { path: MUNICIPALITY, nombre: 'Villa Serena', country: 'AR' },
  config: { dev_new_login_method: false, web_session_revokation_datetime: '', show_new_type_question: false },
})
