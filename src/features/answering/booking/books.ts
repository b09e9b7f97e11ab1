/** After the `#` of the page after saving: the booking of an appointment was asked for with the save. */
export const BOOKS = 'turno'
