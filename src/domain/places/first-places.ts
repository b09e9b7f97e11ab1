/** An empty installation's places until someone names them: its first administrator has to be somewhere. */
export const FIRST_PLACES = {
  province: 'Provincia',
  municipality: 'Municipio',
  key: 'MUN',
  area: 'Administración',
} as const
