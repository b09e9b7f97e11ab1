/** Places of a new installation, needed for its first administrator, until renamed. */
export const FIRST_PLACES = {
  province: 'Provincia',
  municipality: 'Municipio',
  key: 'MUN',
  area: 'Administración',
} as const
