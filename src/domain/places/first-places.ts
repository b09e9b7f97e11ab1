/** Names of the places of a new installation, to which its first administrator belongs. They can be renamed. */
export const INITIAL_PLACE_NAMES = {
  province: 'Provincia',
  municipality: 'Municipio',
  key: 'MUN',
  area: 'Administración',
} as const
