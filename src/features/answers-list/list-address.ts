/** Route of a form's answers, with an optional open answer. */
export const LIST = '/respuestas/listado/$id/{-$respuesta}'
