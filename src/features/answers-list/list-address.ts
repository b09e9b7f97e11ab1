/** A form's answers, and the one of them that is open. */
export const LIST = '/respuestas/listado/$id/{-$respuesta}'
